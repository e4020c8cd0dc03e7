import type { GraphClient } from 'remote-graph-client/client';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { RunRef } from './log/run-log-cache.ts';
import { runKey } from './log/run-log-cache.ts';
import {
  BreakpointSession,
  readVisits,
  type BreakpointSessionOptions,
  type WrittenPins,
} from './breakpoint-session.ts';
import { activeBreakpoints } from './server-breakpoints.ts';
import { activePins } from './write-pinned-output.ts';

export interface BreakpointSessions {
  // The request to send, and its session; `null` for one without breakpoints to check and without pins. A run that
  // continues at a pinned node would run it, so its output is written before. Throws an `AppError` if the thread can't
  // be read or written.
  start(client: GraphClient, request: RunRequest): Promise<PreparedRun>;
  // The user stops a run: nothing is continued any more. Returns the run that is to be cancelled, which may be one that
  // has continued this one. `wasAboutToContinue`: it had ended already, and the studio was about to continue it. `null`
  // for a run without breakpoints.
  stop(runRef: RunRef): Promise<{ readonly runId: string; readonly wasAboutToContinue: boolean } | null>;
  // Whether the studio may still continue this run when it stops.
  mayContinue(runRef: RunRef): boolean;
  // Runs of these threads, or of the whole server, are no longer continued.
  forget(connectionId: string, threadIds?: readonly string[]): void;
  // No run is continued any more.
  close(): void;
}

interface PreparedRun extends WrittenPins {
  readonly session: BreakpointSession | null;
}

const maxRuns = 5000;

// Stops and continues runs whose breakpoints only the studio can check, and those with pinned nodes, which servers do
// not know. Here, and not in a window, so that a run goes on when the window is closed. A turn that was under way when
// the studio ended stays where its last run stopped; its visit counts are stored, and go on when it is continued from
// there.
export function createBreakpointSessions({
  now = () => new Date(),
  ...options
}: Pick<BreakpointSessionOptions, 'clients' | 'store' | 'start'> & {
  readonly now?: () => Date;
}): BreakpointSessions {
  const byRun = new Map<string, BreakpointSession>();
  let isClosed = false;
  const sessionOptions: BreakpointSessionOptions = {
    ...options,
    now,
    isClosed: () => isClosed,
    onFollow: (runRef, session) => addNewest(byRun, runKey(runRef), session, maxRuns),
  };

  return {
    async start(client, request) {
      const { connectionId, threadId } = request;
      if (threadId === null || activeBreakpoints(request).length + activePins(request).length === 0)
        return { request, writtenIds: [], session: null };
      const visits = await readVisits(client, options.store, request);
      const session = new BreakpointSession(request, { connectionId, threadId }, visits, sessionOptions);
      return { ...(await session.writePinsBeforeStart(client)), session };
    },
    async stop(runRef) {
      return (await byRun.get(runKey(runRef))?.stop()) ?? null;
    },
    mayContinue(runRef) {
      return byRun.get(runKey(runRef))?.mayContinue === true;
    },
    forget(connectionId, threadIds) {
      for (const session of byRun.values()) {
        const { request } = session;
        const isMeant = threadIds === undefined || threadIds.includes(request.threadId ?? '');
        if (request.connectionId === connectionId && isMeant) session.stopContinuing();
      }
    },
    close() {
      isClosed = true;
    },
  };
}

// Adds an entry as the newest, and drops the oldest of too many.
function addNewest<T>(entries: Map<string, T>, key: string, value: T, limit: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
}
