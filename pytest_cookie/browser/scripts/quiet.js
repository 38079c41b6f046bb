// Whether the document has not changed for so long, and no animation that will end is still running. A view transition
// lies over the page, and takes every press, until the frame after its end: until then the page is not at rest, so that
// it goes on being drawn. The browser's clock is rough, by chance to either side: a millisecond decides nothing.
(quietMs) => {
  const roughMs = 1;
  const ends = (animation) => {
    const timing = animation.effect && animation.effect.getComputedTiming();
    return animation.playState === "running" && timing && Number.isFinite(timing.endTime);
  };
  const notes = window.__cookie;
  const unchangedMs = notes ? performance.now() - notes.lastChange : 1e6;
  return unchangedMs >= quietMs - roughMs && !document.activeViewTransition && !document.getAnimations().some(ends);
}
