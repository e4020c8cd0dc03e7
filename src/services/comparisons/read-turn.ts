import { rawTextOf, type GraphClient, type WireRun } from 'remote-graph-client/client';
import { continuesFromHead } from '../../shared/model/continues-from-head.ts';
import type { Run } from '../../shared/model/run.ts';
import { toRun } from '../runs/run-mapper.ts';

const maxRuns = 1000;

export interface RunWithText {
  readonly run: Run;
  readonly wire: WireRun;
  readonly text: string;
}

// The run with those that it continued, and those that continued it, oldest first, according to their records.
export async function readTurn(
  client: GraphClient,
  requestedRun: RunWithText,
  signal: AbortSignal,
): Promise<{ readonly runs: readonly RunWithText[]; readonly isCut: boolean }> {
  const listed: RunWithText[] = [];
  const options = { signal, purpose: 'compare.read' };
  let isCut = false;
  for await (const wire of client.runs.listAll(requestedRun.run.threadId, { limit: maxRuns + 1 }, options)) {
    const run = withText(wire);
    if (listed.length === maxRuns) isCut = true;
    else if (run !== null) listed.push(run);
  }
  const runs = listed.toSorted((a, b) => (a.run.createdAt ?? '').localeCompare(b.run.createdAt ?? ''));
  const index = runs.findIndex(({ run }) => run.runId === requestedRun.run.runId);
  if (index < 0) return { runs: [requestedRun], isCut: true };
  let from = index;
  while (from > 0 && continues(runs[from])) from -= 1;
  let to = index + 1;
  while (to < runs.length && continues(runs[to])) to += 1;
  return { runs: runs.slice(from, to), isCut: continues(runs[from]) && (isCut || from === 0) };
}

function continues(one: RunWithText | undefined): boolean {
  return one !== undefined && continuesFromHead(one.run.origin);
}

// A run as the server lists it, with its JSON; `null` if it is none.
export function withText(wire: WireRun): RunWithText | null {
  const text = rawTextOf(wire);
  const run = toRun(wire, () => null, text);
  return run && { run, wire, text };
}
