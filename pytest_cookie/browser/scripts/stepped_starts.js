// Runs in a world of our own after an input: what has begun since `now`, a time of the document's, began at it.
// Nothing that the browser expects is later than the next frame; what is has been put there by the page.
(now) => {
  const earlierMs = 0.5, laterMs = 17;
  for (const animation of document.getAnimations()) {
    const began = animation.startTime;
    if (typeof began !== "number" || began === now || animation.timeline !== document.timeline) continue;
    if (began > now - earlierMs && began < now + laterMs) animation.startTime = now;
  }
}
