/** Calls once after `ms`, without keeping the process alive. Returns a cancel function. */
export function runAfter(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

// Calls every `ms`, without keeping the process alive. Returns a cancel function.
export function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  timer.unref();
  return () => clearInterval(timer);
}
