import { setTimeout as pause } from 'node:timers/promises';
import { isActive } from '../../shared/model/is-active.ts';
import type { Run } from '../../shared/model/run.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { jsonEvents, readableEvents } from '../output/print-events.ts';
import { exitCodeOfRun, followRun } from '../session/follow-run.ts';
import { withServer } from '../session/open-session.ts';
import { resolveThread } from '../session/resolve-thread.ts';

// How often the thread is asked for a new run, in milliseconds.
const pollMs = 1_000;

export const run: CommandRun = (args, context) =>
  withServer(args, context, async (session) => {
    const { connectionId } = session.server;
    const threadId = await resolveThread(session.call, connectionId, args.positionals[0] ?? '');
    const { terminal, signal } = context;
    const wantedRunId = args.text('run');
    const once = args.isSet('once') || wantedRunId !== null;
    const printer = args.isSet('as-json') || context.json ? jsonEvents(terminal) : readableEvents(terminal);
    const visited = new Set<string>();
    let code: ExitCode = exitCodes.ok;
    while (!signal.aborted) {
      // Sequential on purpose: a thread runs one at a time.
      const runs = await session.call('runs.list', { connectionId, threadId });
      const next = nextRun(runs, wantedRunId, visited);
      if (next !== null) {
        visited.add(next.runId);
        const ref = { connectionId, threadId, runId: next.runId };
        if (args.isSet('join') && isActive(next.status)) await session.call('runs.join', ref);
        code = exitCodeOfRun(await followRun(session, ref, printer, signal));
        if (once) return code;
        continue;
      }
      if (once) {
        terminal.note('No run is active on this thread.');
        return code;
      }
      await pause(pollMs, undefined, { signal });
    }
    return exitCodes.interrupted;
  });

// The named run, else the oldest active one that was not shown yet.
function nextRun(runs: readonly Run[], wantedRunId: string | null, visited: ReadonlySet<string>): Run | null {
  if (wantedRunId !== null) return runs.find(({ runId }) => runId === wantedRunId) ?? null;
  return runs.filter(({ runId, status }) => isActive(status) && !visited.has(runId)).at(-1) ?? null;
}
