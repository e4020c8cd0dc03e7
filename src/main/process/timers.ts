/** Acts once after `ms`, without keeping the process alive. Returns its undo. */
export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Acts every `ms`, without keeping the process alive. Returns its undo. */
export function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  timer.unref();
  return () => clearInterval(timer);
}
