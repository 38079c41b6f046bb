// How long ago the document last changed, and whether an animation that will end is still running.
() => {
  const ends = (animation) => {
    const timing = animation.effect && animation.effect.getComputedTiming();
    return animation.playState === "running" && timing && Number.isFinite(timing.endTime);
  };
  const notes = window.__cookie;
  return {
    unchangedMs: notes ? performance.now() - notes.lastChange : 1e6,
    moving: document.getAnimations().filter(ends).length,
  };
}
