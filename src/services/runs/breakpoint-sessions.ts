import { rawTextOf, type GraphClient } from 'remote-graph-client/client';
import type { Breakpoint, BreakpointStop } from '../../shared/model/breakpoint.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { RunEnd, StartedRun } from '../../shared/model/run.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { ServerClients } from '../common/server-clients.ts';
import { asAppError } from '../errors/server-errors.ts';
import { nonEmptyStringOrNull, recordOrEmpty } from '../common/narrow.ts';
import { toThreadState } from '../threads/mappers/state-mapper.ts';
import type { RunRef } from './log/run-log-cache.ts';
import { runKey } from './log/run-log-cache.ts';
import { checkBreakpoints, type StopSituation, type Visits } from './check-breakpoints.ts';
import type { BreakpointStore, ThreadVisits } from './breakpoint-store.ts';
import { activeBreakpoints, continuationOf, withServerBreakpoints } from './server-breakpoints.ts';

export interface BreakpointSession {
  readonly follow: (runId: string) => void;
  /**
   * Called when it has ended, and before anyone is told. Continues a run that no breakpoint holds, and says so;
   * else says why the run is stopped. Never rejects.
   */
  readonly settle: (runId: string, end: RunEnd) => Promise<RunEnd>;
}

export interface BreakpointSessions {
  /** `null` for a request without breakpoints to check. Throws an `AppError` if the thread can't be read. */
  start(client: GraphClient, request: RunRequest): Promise<BreakpointSession | null>;
  /**
   * The user stops a run: nothing is continued any more. Returns the run that is to be cancelled, which may be
   * one that has continued this one. `isHeld`: it had ended already, and was about to be continued. `null` for
   * a run without breakpoints.
   */
  stop(runRef: RunRef): Promise<{ readonly runId: string; readonly isHeld: boolean } | null>;
  /** Runs of these threads, or of the whole server, are no longer continued. */
  forget(connectionId: string, threadIds?: readonly string[]): void;
  /** No run is continued any more. */
  close(): void;
}

interface BreakpointSessionOptions {
  readonly clients: ServerClients;
  readonly store: BreakpointStore;
  /** Starts the run that continues a turn, and reads it. */
  readonly start: (
    client: GraphClient,
    request: RunRequest,
    session: BreakpointSession,
  ) => Promise<StartedRun>;
  readonly now?: () => Date;
}

// How often the studio continues a turn by itself. Each run has its own recursion limit, so this bounds a loop.
const maxContinuations = 1000;

const maxRuns = 5000;

// Longest state that is kept to compare the next one with, in UTF-16 units. A longer one is read again.
const maxStoredLength = 1_000_000;

const purpose = 'runs.breakpoints';

interface LastStop {
  readonly checkpointId: string;
  readonly next: readonly string[];
  readonly valuesText: string | null;
}

interface Session extends BreakpointSession {
  readonly request: RunRequest;
  runId: string;
  isStopped: boolean;
  isHeld: boolean;
  settling: Promise<unknown>;
  continuations: number;
  last: LastStop | null;
}

/** The visits of a turn, and where it stopped last; `null` before its first stop. */
interface CountedVisits {
  readonly visits: Visits;
  checkpointId: string | null;
}

/**
 * Stops and continues runs whose breakpoints only the studio can check. Here, and not in a window, so that a run
 * goes on when the window is closed. A turn that was under way when the studio ended stays stopped where its
 * last run has stopped; its visits are stored, and counted on when it is continued from there.
 */
export function createBreakpointSessions({
  clients,
  store,
  start,
  now = () => new Date(),
}: BreakpointSessionOptions): BreakpointSessions {
  const byRun = new Map<string, Session>();
  let isClosed = false;

  const visitsFor = async (
    client: GraphClient,
    { connectionId, threadId, trigger, checkpointId }: RunRequest,
    breakpoints: readonly Breakpoint[],
  ): Promise<Visits> => {
    const isNew = trigger.kind === 'input' || checkpointId !== null;
    const fresh = { counts: new Map<string, number>(), sinceInput: trigger.kind === 'input' };
    if (isNew || threadId === null) return fresh;
    const stored = await store.visits({ connectionId, threadId });
    if (stored === null) return fresh;
    const visits = { counts: new Map(Object.entries(stored.counts)), sinceInput: stored.sinceInput };
    // Nobody counted what other clients ran meanwhile.
    if (breakpoints.every(({ hitCount }) => hitCount === null)) return visits;
    const head = await readStop(client, threadId, null);
    const isSame = [head.checkpointId, head.source === 'update' ? head.parentId : null].includes(
      stored.checkpointId,
    );
    return isSame && stored.checkpointId !== null ? visits : fresh;
  };

  // Why the turn is stopped, or the run that continues it.
  const decide = async (
    session: Session,
    visits: CountedVisits,
    threadId: string,
    breakpoints: readonly Breakpoint[],
  ): Promise<Pick<RunEnd, 'stop' | 'continuedBy'>> => {
    const { request, runId } = session;
    const { connectionId } = request;
    const client = await clients.get(connectionId);
    const head = await readStop(client, threadId, null);
    visits.checkpointId = head.checkpointId;
    if (isWaiting(head) || head.checkpointId === null) return {};
    const { checkpointId } = head;
    const stopped = (problem: string | null, hits: BreakpointStop['hits'] = []) => ({
      stop: { checkpointId, hits, problem },
    });
    if (!isWrittenBy(head, runId))
      return stopped('The thread was changed elsewhere meanwhile, so the studio did not continue the run.');
    if (checkpointId === session.last?.checkpointId)
      return stopped('The run stopped again at the same checkpoint, so the studio did not continue it.');
    const isBeforeNeeded = breakpoints.some((one) => one.side === 'after' || one.changedKeys.length > 0);
    const before = isBeforeNeeded ? await stopBefore(client, threadId, head, session.last) : null;
    session.last = {
      checkpointId,
      next: head.next,
      valuesText: head.valuesText.length > maxStoredLength ? null : head.valuesText,
    };
    const situation: StopSituation = {
      checkpointId,
      runId,
      next: head.next,
      ran: before?.next ?? [],
      valuesText: head.valuesText,
      valuesBeforeText: before?.valuesText ?? '{}',
    };
    const { hits, lines, isExplained } = checkBreakpoints(breakpoints, situation, visits.visits);
    const at = now().toISOString();
    if (lines.length > 0)
      await store.addLines(
        { connectionId, threadId },
        lines.map((line) => ({ ...line, at })),
      );
    if (hits.length > 0) return stopped(null, hits);
    // A step, or a breakpoint that the graph declares.
    if (!isExplained || stopsAnyway(request, situation)) return {};
    if (session.isStopped || isClosed) {
      session.isHeld = true;
      return stopped('The run was stopped between two supersteps.');
    }
    if (session.continuations >= maxContinuations)
      return stopped(
        `The studio has continued this run ${maxContinuations.toLocaleString('en')} times. Continue it to go on.`,
      );
    session.continuations += 1;
    const next = await start(client, continuationOf(withServerBreakpoints(request)), session);
    return { continuedBy: next.runId };
  };

  const createSession = (
    request: RunRequest,
    threadId: string,
    breakpoints: readonly Breakpoint[],
    counted: Visits,
  ): BreakpointSession => {
    const { connectionId } = request;
    const visits: CountedVisits = { visits: counted, checkpointId: null };
    const remember = (): Promise<void> => store.setVisits({ connectionId, threadId }, toThreadVisits(visits));
    const settle = async (runId: string, end: RunEnd): Promise<RunEnd> => {
      if (end.outcome !== 'interrupted' || runId !== session.runId) return end;
      try {
        return { ...end, ...(await decide(session, visits, threadId, breakpoints)) };
      } catch (error) {
        const problem = `The studio could not go on with the run. ${sentencesOf(error)}`;
        return { ...end, stop: { checkpointId: visits.checkpointId, hits: [], problem } };
      } finally {
        await remember();
      }
    };
    const session: Session = {
      request,
      runId: '',
      isStopped: false,
      isHeld: false,
      settling: Promise.resolve(),
      continuations: 0,
      last: null,
      follow(runId) {
        session.runId = runId;
        addNewest(byRun, runKey({ connectionId, threadId, runId }), session, maxRuns);
        // The store has logged it: the run itself goes on.
        remember().catch(() => undefined);
      },
      settle(runId, end) {
        const settled = settle(runId, end);
        session.settling = settled;
        return settled;
      },
    };
    return session;
  };

  return {
    async start(client, request) {
      const { threadId } = request;
      const breakpoints = activeBreakpoints(request);
      if (threadId === null || breakpoints.length === 0) return null;
      return createSession(request, threadId, breakpoints, await visitsFor(client, request, breakpoints));
    },
    async stop(runRef) {
      const session = byRun.get(runKey(runRef));
      if (!session) return null;
      session.isStopped = true;
      await session.settling;
      return { runId: session.runId, isHeld: session.isHeld };
    },
    forget(connectionId, threadIds) {
      for (const session of byRun.values()) {
        const { request } = session;
        const isMeant = threadIds === undefined || threadIds.includes(request.threadId ?? '');
        if (request.connectionId === connectionId && isMeant) session.isStopped = true;
      }
    },
    close() {
      isClosed = true;
    },
  };
}

// An interrupt of the graph, a failure, or nothing left to run: no breakpoint.
function isWaiting({ interrupts, tasks, next }: ThreadState): boolean {
  return interrupts.length > 0 || next.length === 0 || tasks.some(({ error }) => error !== null);
}

// Servers name the run that wrote a checkpoint; where one does not, an edit is told by its source.
function isWrittenBy({ metadataText, source }: ThreadState, runId: string): boolean {
  const writer = nonEmptyStringOrNull(recordOrEmpty(parsed(metadataText))['run_id']);
  return writer === null ? source === 'loop' || source === 'input' : writer === runId;
}

// The run would have stopped here without anything to check: a step, or nodes of its own options.
function stopsAnyway({ options }: RunRequest, { next, ran }: StopSituation): boolean {
  const matches = (names: readonly string[], nodes: readonly string[]): boolean =>
    names.includes('*') || names.some((name) => nodes.includes(name));
  return matches(options.interruptBefore, next) || matches(options.interruptAfter, ran);
}

// The checkpoint before: nodes that have run since, and the state that they read.
async function stopBefore(
  client: GraphClient,
  threadId: string,
  { parentId }: ThreadState,
  last: LastStop | null,
): Promise<{ readonly next: readonly string[]; readonly valuesText: string }> {
  if (parentId === null) return { next: [], valuesText: '{}' };
  const { next, valuesText } =
    last?.checkpointId === parentId && last.valuesText !== null
      ? { next: last.next, valuesText: last.valuesText }
      : await readStop(client, threadId, parentId);
  return { next, valuesText };
}

async function readStop(
  client: GraphClient,
  threadId: string,
  checkpointId: string | null,
): Promise<ThreadState> {
  const wire = await client.threads.getState(
    threadId,
    checkpointId === null ? null : { checkpointId, checkpointNs: '' },
    { purpose, subgraphs: checkpointId === null },
  );
  return toThreadState(threadId, rawTextOf(wire));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sentencesOf(error: unknown): string {
  const { message, hint } = asAppError(error);
  return hint === null ? message : `${message} ${hint}`;
}

function toThreadVisits({ visits, checkpointId }: CountedVisits): ThreadVisits {
  const { counts, sinceInput } = visits;
  return { counts: Object.fromEntries(counts), sinceInput, checkpointId };
}

// Adds an entry as the newest, and drops the oldest of too many.
function addNewest<T>(entries: Map<string, T>, key: string, value: T, limit: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
}
