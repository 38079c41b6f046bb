// Whether the document has not changed for so long, and no animation that will end is still running. A view transition
// lies over the page until the frame after its end, and a page that stands still is drawn no more.
(quietMs) => {
  const ends = (animation) => {
    const timing = animation.effect && animation.effect.getComputedTiming();
    return animation.playState === "running" && timing && Number.isFinite(timing.endTime);
  };
  const notes = window.__cookie;
  const unchangedMs = notes ? performance.now() - notes.lastChange : 1e6;
  return unchangedMs >= quietMs && !document.activeViewTransition && !document.getAnimations().some(ends);
}
