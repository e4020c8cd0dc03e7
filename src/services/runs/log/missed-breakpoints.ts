import { decodeFrames } from '../../../shared/model/frame-block-codec.ts';
import type { RunFrame } from '../../../shared/model/run.ts';
import type { RunRequest } from '../../../shared/model/run-request.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import type { RunLog } from './run-log.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';

// Where a run should stop. `continues`: it began at another run's state, maybe at a breakpoint.
export interface RequestedBreakpoints {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly continues: boolean;
}

/** A request's breakpoints; `null` for none. */
export function requestedBreakpoints({ options, trigger }: RunRequest): RequestedBreakpoints | null {
  const { interruptBefore: before, interruptAfter: after } = options;
  if (before.length + after.length === 0) return null;
  return { before, after, continues: trigger.kind !== 'input' };
}

// Breakpoints that a run passed without stopping, in order. Only what its events show counts: without `tasks`
// or `updates` nothing is known.
export async function findMissedBreakpoints(log: RunLog, requested: RequestedBreakpoints): Promise<string[]> {
  const trace = createTrace(requested);
  for (let seq = 0; seq < log.length;) {
    const block = await log.read(seq);
    if (block.count === 0) break;
    for (const frame of decodeFrames(block)) trace.take(frame);
    seq += block.count;
  }
  return trace.passed();
}

function createTrace({ before, after, continues }: RequestedBreakpoints) {
  const passed = new Set<string>();
  // Tasks that may run: a continuing run passes the breakpoint where the last one stopped, which may be before several
  // tasks of one node, or of several. They start before any of them ends.
  const mayRun = new Set<string>();
  const seenTasks = new Set<string>();
  // Finished nodes after which the run should stop.
  let waitsAfter: string[] = [];
  let anyEnded = false;

  const hasStarted = (id: string): void => {
    if (continues && !anyEnded) mayRun.add(id);
    // A later step began although the run should have stopped before it.
    for (const earlier of waitsAfter) passed.add(earlier);
    waitsAfter = [];
  };
  return {
    take({ mode, namespace, text }: RunFrame): void {
      if (namespace.length > 0 || (mode !== 'tasks' && mode !== 'updates')) return;
      const payload = recordOrEmpty(parseJson(text));
      if (mode === 'updates') {
        // Task events say more, where there are any. Without them, nothing distinguishes the first superstep of a
        // continuing run, which may pass its breakpoints, from the next ones.
        if (seenTasks.size > 0 || continues) return;
        for (const name of Object.keys(payload))
          if (name !== '__interrupt__' && isAmong(before, name)) passed.add(name);
        return;
      }
      const [name, id] = [nonEmptyStringOrNull(payload['name']), nonEmptyStringOrNull(payload['id'])];
      if (name === null || id === null) return;
      if (!seenTasks.has(id)) {
        seenTasks.add(id);
        hasStarted(id);
      }
      const isResult = 'result' in payload || 'error' in payload;
      const hasResult = isResult && arrayOrEmpty(payload['interrupts']).length === 0 && !payload['error'];
      if (!hasResult) return;
      anyEnded = true;
      if (isAmong(before, name) && !mayRun.has(id)) passed.add(name);
      if (isAmong(after, name)) waitsAfter.push(name);
    },
    passed: () => [...passed],
  };
}

function isAmong(names: readonly string[], name: string): boolean {
  return names.includes(name) || names.includes('*');
}
