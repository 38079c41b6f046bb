// What moves: "none" if the document has not changed for so long, and no animation that will end is still running;
// "declared" while no script of its waits for a frame; else "drawn". A view transition lies over the page, and takes
// every press, until the frame after its end: until then the page is not at rest, so that it goes on being drawn. The
// browser's clock is rough, by chance to either side: a millisecond decides nothing. Of frames nobody knows.
(quietMs) => {
  const roughMs = 1;
  const ends = (animation) => {
    const timing = animation.effect && animation.effect.getComputedTiming();
    return animation.playState === "running" && timing && Number.isFinite(timing.endTime);
  };
  const notes = window.__cookie;
  const unchangedMs = notes ? performance.now() - notes.lastChange : 1e6;
  const blends = Boolean(document.activeViewTransition);
  if (unchangedMs >= quietMs - roughMs && !blends && !document.getAnimations().some(ends)) return "none";
  return notes?.awaitsFrames === 0 && !blends && !document.querySelector("iframe, frame, object, embed") ? "declared" : "drawn";
}
