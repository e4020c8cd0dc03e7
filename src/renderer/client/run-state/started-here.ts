/** As many runs are remembered, for as long as the window lives: a reload keeps them. */
const mostRuns = 50;
const storageKey = 'runs-started-here';

/** Remembers that this window started a run. */
export function rememberStartedRun(runId: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...startedRuns(), runId].slice(-mostRuns)));
  } catch {
    // Without storage the window only says less about who started what.
  }
}

/** Whether this window started the run; the last ones are known. */
export function isStartedByThisWindow(runId: string): boolean {
  return startedRuns().includes(runId);
}

function startedRuns(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
