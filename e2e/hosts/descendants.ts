import { execFileSync } from 'node:child_process';

/** IDs of all descendants of a process. */
export function descendantsOf(pid: number): number[] {
  const childrenOf = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    if (child && parent) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), child]);
  }
  const pids = [pid];
  for (const one of pids) pids.push(...(childrenOf.get(one) ?? []));
  return pids.slice(1);
}

/** The processes that are still running. A zombie is not: it only waits for its parent. */
export function stillRunning(pids: readonly number[]): number[] {
  const states = execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' }).split('\n');
  const running = new Set<number>();
  for (const line of states) {
    const [pid, state] = line.trim().split(/\s+/);
    if (state && !state.startsWith('Z')) running.add(Number(pid));
  }
  return pids.filter((pid) => running.has(pid));
}
