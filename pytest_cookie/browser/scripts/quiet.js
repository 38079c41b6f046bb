// Whether the document has not changed for so long, and no animation that will end is still running.
(quietMs) => {
  const ends = (animation) => {
    const timing = animation.effect && animation.effect.getComputedTiming();
    return animation.playState === "running" && timing && Number.isFinite(timing.endTime);
  };
  const notes = window.__cookie;
  const unchangedMs = notes ? performance.now() - notes.lastChange : 1e6;
  return unchangedMs >= quietMs && !document.getAnimations().some(ends);
}
