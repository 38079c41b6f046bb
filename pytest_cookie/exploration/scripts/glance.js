// A quick look while an action takes effect: what is moving just now.
() => {
  const running = document.getAnimations().filter((animation) => animation.playState === "running");
  return { running: running.length };
}
