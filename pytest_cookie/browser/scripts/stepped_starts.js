// Runs in a world of our own after an input: what has begun since `now`, a time of the document's, has begun at it.
// What is later than the browser's own time was put there by the page, and what runs backwards begins at its end.
(now) => {
  const roundingMs = 0.05;
  const timeline = Object.getOwnPropertyDescriptor(Document.prototype, "timeline").get.call(document);
  for (const animation of Document.prototype.getAnimations.call(document)) {
    const began = animation.startTime;
    if (typeof began !== "number" || animation.timeline !== timeline) continue;
    if (animation.pending || animation.playbackRate <= 0) continue;
    if (began > now - roundingMs && began <= timeline.currentTime + roundingMs) animation.startTime = now;
  }
}
