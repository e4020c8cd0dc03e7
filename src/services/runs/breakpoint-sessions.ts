import { rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { Breakpoint, BreakpointStop } from '../../shared/model/breakpoint.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { RunEnd, StartedRun } from '../../shared/model/run.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { ServerClients } from '../common/server-clients.ts';
import { asAppError } from '../common/server-errors.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { toThreadState } from '../threads/mappers/state-mapper.ts';
import type { RunRef } from './log/run-log-cache.ts';
import { runKey } from './log/run-log-cache.ts';
import { checkBreakpoints, type StopSituation, type Visits } from './check-breakpoints.ts';
import type { BreakpointStore, ThreadRef, ThreadVisits } from './breakpoint-store.ts';
import { activeBreakpoints, continuationOf, withServerBreakpoints } from './server-breakpoints.ts';
import { activePins, pinOfNext, withWrittenPins, writePin } from './write-pin.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

export interface BreakpointSession {
  readonly follow: (runId: string) => void;
  /**
   * Called when it has ended, and before its end is published. Continues a run that no breakpoint holds, and one that
   * stopped before a pinned node, whose output it writes, and says so; else says why the run is stopped. Never rejects.
   */
  readonly settle: (runId: string, end: RunEnd) => Promise<RunEnd>;
}

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

interface PreparedRun {
  readonly request: RunRequest;
  readonly session: BreakpointSession | null;
}

interface BreakpointSessionOptions {
  readonly clients: ServerClients;
  readonly store: BreakpointStore;
  // Starts the run that continues a turn, and reads it.
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

// Pinned outputs that are written one after the other without a run between them, if the run has no recursion limit of its own.
const defaultMaxWrites = 25;

const purpose = 'runs.breakpoints';

const unchanged: Pick<RunEnd, 'stop' | 'continuedBy'> = {};

interface LastStop {
  readonly checkpointId: string;
  readonly next: readonly string[];
  readonly valuesText: string | null;
}

interface Session extends BreakpointSession {
  readonly request: RunRequest;
  // The newest run of the turn.
  runId: string;
  stopRequested: boolean;
  // The user's stop came between two runs, so that there is none to cancel.
  wasAboutToContinue: boolean;
  // Ends when it is decided whether the turn goes on.
  settling: Promise<unknown>;
  // How often the studio has continued the turn.
  continuations: number;
  previousStop: LastStop | null;
}

// `stoppedAt`: the checkpoint at which the turn stopped last; `null` before its first stop.
interface TurnProgress {
  readonly visits: Visits;
  stoppedAt: string | null;
}

// Stops and continues runs whose breakpoints only the studio can check, and those with pinned nodes, which servers do
// not know. Here, and not in a window, so that a run goes on when the window is closed. A turn that was under way when
// the studio ended stays where its last run stopped; its visit counts are stored, and go on when it is continued from
// there.
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

  // Decides about a run that stopped: says why the turn is stopped, or starts the run that continues it. Empty for a stop that
  // is not of breakpoints or pins, such as a question of the graph: the end of the run stays as it is.
  const stopOrContinue = async (
    session: Session,
    progress: TurnProgress,
    threadId: string,
    breakpoints: readonly Breakpoint[],
  ): Promise<Pick<RunEnd, 'stop' | 'continuedBy'>> => {
    const { request, runId } = session;
    const { connectionId } = request;
    const pins = activePins(request);
    const client = await clients.get(connectionId);
    const head = await readStop(client, threadId, null);
    progress.stoppedAt = head.checkpointId;
    if (isWaiting(head) || head.checkpointId === null) return unchanged;
    const { checkpointId } = head;
    const stopped = (problem: string | null, hits: BreakpointStop['hits'] = []) => ({
      stop: { checkpointId: progress.stoppedAt, hits, problem },
    });
    if (!isWrittenBy(head, runId))
      return stopped('The thread was changed elsewhere meanwhile, so the studio did not continue the run.');
    if (checkpointId === session.previousStop?.checkpointId)
      return stopped('The run stopped again at the same checkpoint, so the studio did not continue it.');
    const isBeforeNeeded = breakpoints.some((one) => one.side === 'after' || one.changedKeys.length > 0);
    const before = isBeforeNeeded ? await stopBefore(client, threadId, head, session.previousStop) : null;
    session.previousStop = {
      checkpointId,
      next: head.next,
      valuesText: textIfSmall(head.valuesText),
    };
    const situation: StopSituation = {
      checkpointId,
      runId,
      next: head.next,
      ran: before?.next ?? [],
      valuesText: head.valuesText,
      valuesBeforeText: before?.valuesText ?? '{}',
    };
    const { hits, isExplained } = await check({ connectionId, threadId }, breakpoints, situation, progress);
    if (hits.length > 0) return stopped(null, hits);
    const isPinned = pins.some(({ nodeId }) => head.next.includes(nodeId));
    // A step, or a breakpoint that the graph declares.
    if ((!isExplained && !isPinned) || stopsAnyway(request, situation)) return unchanged;
    const stopIfRequested = (): Pick<RunEnd, 'stop'> | null => {
      if (!session.stopRequested && !isClosed) return null;
      session.wasAboutToContinue = true;
      return stopped('The run was stopped between two supersteps.');
    };
    const userStop = stopIfRequested();
    if (userStop !== null) return userStop;
    if (isPinned) {
      const pinResult = await writePins(client, request, breakpoints, progress, {
        at: { ...head, checkpointId, isHead: true },
        runId,
        mayWriteNext: () => stopIfRequested() === null,
      });
      session.previousStop = pinResult.stop;
      if (pinResult.hits.length > 0) return stopped(null, pinResult.hits);
      const userStopWhileWriting = stopIfRequested();
      if (userStopWhileWriting !== null) return userStopWhileWriting;
    }
    if (session.continuations >= maxContinuations)
      return stopped(
        `The studio has continued this run ${maxContinuations.toLocaleString('en')} times. Continue it yourself to go on.`,
      );
    session.continuations += 1;
    const next = await start(client, continuationOf(withServerBreakpoints(request)), session);
    return { continuedBy: next.runId };
  };

  // Counts the visits at a stop, and writes the lines of logpoints.
  const check = async (
    thread: ThreadRef,
    breakpoints: readonly Breakpoint[],
    situation: StopSituation,
    progress: TurnProgress,
  ): Promise<Pick<ReturnType<typeof checkBreakpoints>, 'hits' | 'isExplained'>> => {
    const { hits, lines, isExplained } = checkBreakpoints(breakpoints, situation, progress.visits);
    const time = now().toISOString();
    if (lines.length > 0)
      await store.addLines(
        thread,
        lines.map((line) => ({ ...line, at: time })),
      );
    return { hits, isExplained };
  };

  // Writes the output of the pinned node that is next, and of those that follow it directly: a run that continues passes all
  // breakpoints of its first superstep, so they are checked here. Returns those that hold, and where the thread is now.
  const writePins = async (
    client: GraphClient,
    request: RunRequest,
    breakpoints: readonly Breakpoint[],
    progress: TurnProgress,
    { at, runId, mayWriteNext }: PinnedStop,
  ): Promise<{ readonly hits: BreakpointStop['hits']; readonly stop: LastStop }> => {
    const { connectionId, options } = request;
    const threadId = request.threadId ?? '';
    const maxWrites = options.recursionLimit ?? defaultMaxWrites;
    let { checkpointId, isHead, next, valuesText } = at;
    let hits: BreakpointStop['hits'] = [];
    const writtenIds: string[] = [];
    try {
      for (let writes = 0; hits.length === 0 && (writes === 0 || mayWriteNext()); writes += 1) {
        const pin = pinOfNext(activePins(request), next);
        if (pin === null) break;
        if (writes >= maxWrites)
          throw new AppError(
            'conflict',
            `Pinned outputs were written ${maxWrites.toLocaleString('en')} times without a run between them.`,
            { hint: 'Unpin a node of the loop.' },
          );
        const state = await writePin(client, threadId, { checkpointId, isHead }, pin);
        writtenIds.push(pin.nodeId);
        const newId = state.checkpointId ?? checkpointId;
        await store.addPinWrite(
          { connectionId, threadId },
          { nodeId: pin.nodeId, checkpointId: newId, runId },
        );
        const situation: StopSituation = {
          checkpointId: newId,
          runId: runId ?? '',
          next: state.next,
          ran: [pin.nodeId],
          valuesText: state.valuesText,
          valuesBeforeText: valuesText,
        };
        ({ hits } = await check({ connectionId, threadId }, breakpoints, situation, progress));
        checkpointId = newId;
        progress.stoppedAt = newId;
        isHead = true;
        ({ next, valuesText } = state);
      }
    } catch (error) {
      throw withWrittenPins(error, writtenIds);
    }
    return { hits, stop: { checkpointId, next, valuesText: textIfSmall(valuesText) } };
  };

  // Writes the pinned outputs of the next nodes before the run is sent, because the run would execute these nodes. Returns the
  // request that goes on after them.
  const writePinsBeforeStart = async (
    client: GraphClient,
    request: RunRequest,
    breakpoints: readonly Breakpoint[],
    progress: TurnProgress,
  ): Promise<RunRequest> => {
    const { threadId, checkpointId, checkpointNs, trigger } = request;
    const pins = activePins(request);
    if (threadId === null || pins.length === 0 || trigger.kind !== 'continue' || checkpointNs !== '')
      return request;
    const state = await readStop(client, threadId, checkpointId);
    if (state.checkpointId === null || !pins.some(({ nodeId }) => state.next.includes(nodeId)))
      return request;
    const { hits } = await writePins(client, request, breakpoints, progress, {
      at: { ...state, checkpointId: state.checkpointId, isHead: checkpointId === null },
      runId: null,
      mayWriteNext: () => true,
    });
    if (hits.length > 0) {
      await store.setVisits({ connectionId: request.connectionId, threadId }, toThreadVisits(progress));
      const nodes = [...new Set(hits.map(({ nodeId, side }) => `${side} ${nodeId}`))].join(', ');
      throw new AppError(
        'conflict',
        `The pinned output was written, and the thread is paused at a breakpoint ${nodes}.`,
        {
          hint: 'No run was started. Run again to go on from there.',
          details: { written: 'yes' },
        },
      );
    }
    return { ...request, checkpointId: null };
  };

  const createSession = (
    request: RunRequest,
    threadId: string,
    breakpoints: readonly Breakpoint[],
    progress: TurnProgress,
  ): BreakpointSession => {
    const { connectionId } = request;
    const remember = (): Promise<void> =>
      store.setVisits({ connectionId, threadId }, toThreadVisits(progress));
    const settle = async (runId: string, end: RunEnd): Promise<RunEnd> => {
      if (end.outcome !== 'interrupted' || runId !== session.runId) return end;
      try {
        return { ...end, ...(await stopOrContinue(session, progress, threadId, breakpoints)) };
      } catch (error) {
        const problem = `The studio could not continue the run. ${sentencesOf(error)}`;
        return { ...end, stop: { checkpointId: progress.stoppedAt, hits: [], problem } };
      } finally {
        await remember();
      }
    };
    const session: Session = {
      request,
      runId: '',
      stopRequested: false,
      wasAboutToContinue: false,
      settling: Promise.resolve(),
      continuations: 0,
      previousStop: null,
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
      if (threadId === null || breakpoints.length + activePins(request).length === 0)
        return { request, session: null };
      const progress = { visits: await visitsFor(client, request, breakpoints), stoppedAt: null };
      const toSend = await writePinsBeforeStart(client, request, breakpoints, progress);
      return { request: toSend, session: createSession(request, threadId, breakpoints, progress) };
    },
    async stop(runRef) {
      const session = byRun.get(runKey(runRef));
      if (!session) return null;
      session.stopRequested = true;
      await session.settling;
      return { runId: session.runId, wasAboutToContinue: session.wasAboutToContinue };
    },
    mayContinue(runRef) {
      return byRun.get(runKey(runRef))?.stopRequested === false;
    },
    forget(connectionId, threadIds) {
      for (const session of byRun.values()) {
        const { request } = session;
        const isMeant = threadIds === undefined || threadIds.includes(request.threadId ?? '');
        if (request.connectionId === connectionId && isMeant) session.stopRequested = true;
      }
    },
    close() {
      isClosed = true;
    },
  };
}

// A checkpoint before which a pinned output is to be written. `runId`: the run that stopped there, if any.
interface PinnedStop {
  readonly at: Pick<ThreadState, 'next' | 'valuesText'> & {
    readonly checkpointId: string;
    readonly isHead: boolean;
  };
  readonly runId: string | null;
  // Whether the next pinned output may be written, too.
  readonly mayWriteNext: () => boolean;
}

function textIfSmall(valuesText: string): string | null {
  return valuesText.length > maxStoredLength ? null : valuesText;
}

// An interrupt of the graph, a failure, or nothing left to run: no breakpoint.
function isWaiting({ interrupts, tasks, next }: ThreadState): boolean {
  return interrupts.length > 0 || next.length === 0 || tasks.some(({ error }) => error !== null);
}

// Servers name the run that wrote a checkpoint; where one does not, an edit is recognized by its source.
function isWrittenBy({ metadataText, source }: ThreadState, runId: string): boolean {
  const writer = nonEmptyStringOrNull(recordOrEmpty(parseJson(metadataText))['run_id']);
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
  previousStop: LastStop | null,
): Promise<{ readonly next: readonly string[]; readonly valuesText: string }> {
  if (parentId === null) return { next: [], valuesText: '{}' };
  const { next, valuesText } =
    previousStop?.checkpointId === parentId && previousStop.valuesText !== null
      ? { next: previousStop.next, valuesText: previousStop.valuesText }
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

function sentencesOf(error: unknown): string {
  const { message, hint } = asAppError(error);
  return hint === null ? message : `${message} ${hint}`;
}

function toThreadVisits({ visits, stoppedAt }: TurnProgress): ThreadVisits {
  const { counts, sinceInput } = visits;
  return { counts: Object.fromEntries(counts), sinceInput, checkpointId: stoppedAt };
}

// Adds an entry as the newest, and drops the oldest of too many.
function addNewest<T>(entries: Map<string, T>, key: string, value: T, limit: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
}
