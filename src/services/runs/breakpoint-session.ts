import { rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { Breakpoint, BreakpointStop } from '../../shared/model/breakpoint.ts';
import type { Pin } from '../../shared/model/pin.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { RunEnd, StartedRun } from '../../shared/model/run.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { ServerClients } from '../common/server-clients.ts';
import { asAppError } from '../common/server-errors.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { toThreadState } from '../threads/mappers/state-mapper.ts';
import type { RunRef } from './log/run-log-cache.ts';
import { checkBreakpoints, type CheckedStop, type StopSituation, type Visits } from './check-breakpoints.ts';
import type { BreakpointStore, ThreadRef } from './breakpoint-store.ts';
import { activeBreakpoints, continuationOf, withServerBreakpoints } from './server-breakpoints.ts';
import { activePins, pinOfNext, withWrittenPins, writePin } from './write-pinned-output.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

// How often the studio continues a turn by itself. Each run has its own recursion limit, so this bounds a loop.
const maxContinuations = 1000;

// Longest state that is kept to compare the next one with, in UTF-16 units. A longer one is read again.
const maxStoredLength = 1_000_000;

// Pinned outputs that are written one after the other without a run between them, if the run has no recursion limit of its own.
const defaultMaxWrites = 25;

const purpose = 'runs.breakpoints';

export interface BreakpointSessionOptions {
  readonly clients: ServerClients;
  readonly store: BreakpointStore;
  /** Starts the run that continues a turn, and reads it. */
  readonly start: (
    client: GraphClient,
    request: RunRequest,
    session: BreakpointSession,
  ) => Promise<StartedRun>;
  readonly now: () => Date;
  readonly isClosed: () => boolean;
  readonly onFollow: (runRef: RunRef, session: BreakpointSession) => void;
}

/** A request to send once the outputs of the pinned nodes `writtenIds` were written. */
export interface WrittenPins {
  readonly request: RunRequest;
  readonly writtenIds: readonly string[];
}

type Decision = Pick<RunEnd, 'stop' | 'continuedBy'>;

const unchanged: Decision = {};

type Stop = Pick<StopSituation, 'checkpointId' | 'next' | 'valuesText'>;

interface LastStop extends Omit<Stop, 'valuesText'> {
  readonly valuesText: string | null;
}

/** A turn with breakpoints that the studio checks, or with pinned nodes: its first run, and those that continue it. */
export class BreakpointSession {
  readonly request: RunRequest;
  readonly #thread: ThreadRef;
  readonly #visits: Visits;
  readonly #options: BreakpointSessionOptions;
  readonly #breakpoints: readonly Breakpoint[];
  readonly #pins: readonly Pin[];
  // The newest run of the turn.
  #runId = '';
  #isStopRequested = false;
  // The user's stop came between two runs, so that there is none to cancel.
  #wasAboutToContinue = false;
  // Ends when it is decided whether the turn goes on.
  #decision: Promise<unknown> = Promise.resolve();
  // How often the studio has continued the turn.
  #continuations = 0;
  #previousStop: LastStop | null = null;
  // The checkpoint at which the turn stopped last; `null` before its first stop.
  #stoppedAt: string | null = null;

  constructor(request: RunRequest, thread: ThreadRef, visits: Visits, options: BreakpointSessionOptions) {
    this.request = request;
    this.#thread = thread;
    this.#visits = visits;
    this.#options = options;
    this.#breakpoints = activeBreakpoints(request);
    this.#pins = activePins(request);
  }

  /** Whether the studio may still continue the turn when its run stops. */
  get mayContinue(): boolean {
    return !this.#isStopRequested;
  }

  stopContinuing(): void {
    this.#isStopRequested = true;
  }

  /** The user stops the turn. Returns its newest run once it is decided that there will be no other. */
  async stop(): Promise<{ readonly runId: string; readonly wasAboutToContinue: boolean }> {
    this.stopContinuing();
    await this.#decision;
    return { runId: this.#runId, wasAboutToContinue: this.#wasAboutToContinue };
  }

  follow(runId: string): void {
    this.#runId = runId;
    this.#options.onFollow({ ...this.#thread, runId }, this);
    // The store has logged it: the run itself goes on.
    this.#storeVisits().catch(() => undefined);
  }

  /**
   * Called when a run has ended, and before its end is published. Continues a run that no breakpoint holds, and one that
   * stopped before a pinned node, whose output it writes, and says so; else says why the run is stopped. Never rejects.
   */
  decideAfterEnd(runId: string, end: RunEnd): Promise<RunEnd> {
    const decision = this.#decide(runId, end);
    this.#decision = decision;
    return decision;
  }

  /**
   * Writes the pinned outputs of the next nodes before the run is sent, because the run would execute these nodes. Returns
   * the request that goes on after them, and the nodes that were written.
   */
  async writePinsBeforeStart(client: GraphClient): Promise<WrittenPins> {
    const unwritten = { request: this.request, writtenIds: [] };
    const { checkpointId, checkpointNs, trigger } = this.request;
    if (this.#pins.length === 0 || trigger.kind !== 'continue' || checkpointNs !== '') return unwritten;
    const state = await readStop(client, this.#thread.threadId, checkpointId);
    if (state.checkpointId === null || !this.#isPinned(state)) return unwritten;
    const { hits, writtenIds } = await this.#writePins(
      client,
      { ...state, checkpointId: state.checkpointId },
      { isHead: checkpointId === null, runId: null, mayWriteNext: () => true },
    );
    if (hits.length === 0) return { request: { ...this.request, checkpointId: null }, writtenIds };
    await this.#storeVisits();
    const nodes = [...new Set(hits.map(({ nodeId, side }) => `${side} ${nodeId}`))].join(', ');
    throw new AppError(
      'conflict',
      `The pinned output was written, and the thread is paused at a breakpoint ${nodes}.`,
      { hint: 'No run was started. Run again to go on from there.', details: { written: 'yes' } },
    );
  }

  async #decide(runId: string, end: RunEnd): Promise<RunEnd> {
    if (end.outcome !== 'interrupted' || runId !== this.#runId) return end;
    try {
      return { ...end, ...(await this.#stopOrContinue()) };
    } catch (error) {
      return { ...end, ...this.#stopped(`The studio could not continue the run. ${sentencesOf(error)}`) };
    } finally {
      await this.#storeVisits();
    }
  }

  // Says why the turn is stopped, or starts the run that continues it. Empty for a stop that is not of breakpoints or pins,
  // such as a question of the graph: the end of the run stays as it is.
  async #stopOrContinue(): Promise<Decision> {
    const client = await this.#options.clients.get(this.request.connectionId);
    const head = await readStop(client, this.#thread.threadId, null);
    const { checkpointId } = head;
    this.#stoppedAt = checkpointId;
    if (isNotAtBreakpoint(head) || checkpointId === null) return unchanged;
    const problem = this.#continueProblem(head);
    if (problem !== null) return this.#stopped(problem);
    const situation = await this.#situationAt(client, head, checkpointId);
    this.#previousStop = toLastStop(situation);
    const { hits, isBreakpointHere } = await this.#check(situation);
    if (hits.length > 0) return this.#stopped(null, hits);
    const isPinned = this.#isPinned(head);
    // A step, or a breakpoint that the graph declares.
    if (!isBreakpointHere && !isPinned) return unchanged;
    if (wouldStopWithoutBreakpoints(this.request, situation)) return unchanged;
    const stopped = this.#stoppedByUser();
    if (stopped !== null) return stopped;
    return isPinned ? this.#passPins(client, situation) : this.#continue(client);
  }

  #continueProblem(head: ThreadState): string | null {
    if (!isWrittenBy(head, this.#runId))
      return 'The thread was changed elsewhere meanwhile, so the studio did not continue the run.';
    if (head.checkpointId === this.#previousStop?.checkpointId)
      return 'The run stopped again at the same checkpoint, so the studio did not continue it.';
    return null;
  }

  #stopped(problem: string | null, hits: BreakpointStop['hits'] = []): Decision {
    return { stop: { checkpointId: this.#stoppedAt, hits, problem } };
  }

  #stoppedByUser(): Decision | null {
    if (!this.#isStopRequested && !this.#options.isClosed()) return null;
    this.#wasAboutToContinue = true;
    return this.#stopped('The run was stopped between two supersteps.');
  }

  // Writes the outputs of pinned nodes that are next, and continues the turn after them unless something holds it there.
  async #passPins(client: GraphClient, stop: Stop): Promise<Decision> {
    const { hits, lastStop, writtenIds } = await this.#writePins(client, stop, {
      isHead: true,
      runId: this.#runId,
      mayWriteNext: () => this.#stoppedByUser() === null,
    });
    this.#previousStop = lastStop;
    const stopped = hits.length > 0 ? this.#stopped(null, hits) : this.#stoppedByUser();
    if (stopped !== null) return stopped;
    try {
      return await this.#continue(client);
    } catch (error) {
      throw withWrittenPins(error, writtenIds);
    }
  }

  async #continue(client: GraphClient): Promise<Decision> {
    if (this.#continuations >= maxContinuations)
      return this.#stopped(
        `The studio has continued this run ${maxContinuations.toLocaleString('en')} times. Continue it yourself to go on.`,
      );
    this.#continuations += 1;
    const request = continuationOf(withServerBreakpoints(this.request));
    const { runId } = await this.#options.start(client, request, this);
    return { continuedBy: runId };
  }

  async #situationAt(
    client: GraphClient,
    { next, valuesText, parentId }: ThreadState,
    checkpointId: string,
  ): Promise<StopSituation> {
    const isBeforeNeeded = this.#breakpoints.some(
      (one) => one.side === 'after' || one.changedKeys.length > 0,
    );
    const before = isBeforeNeeded && parentId !== null ? await this.#stopBefore(client, parentId) : null;
    return {
      checkpointId,
      runId: this.#runId,
      next,
      ran: before?.next ?? [],
      valuesText,
      valuesBeforeText: before?.valuesText ?? '{}',
    };
  }

  // The checkpoint before: nodes that have run since, and the state that they read.
  async #stopBefore(client: GraphClient, parentId: string): Promise<Omit<Stop, 'checkpointId'>> {
    const { checkpointId, next = [], valuesText = null } = this.#previousStop ?? {};
    if (checkpointId === parentId && valuesText !== null) return { next, valuesText };
    return readStop(client, this.#thread.threadId, parentId);
  }

  // Counts the visits at a stop, and writes the lines of logpoints.
  async #check(situation: StopSituation): Promise<Pick<CheckedStop, 'hits' | 'isBreakpointHere'>> {
    const { lines, ...checked } = checkBreakpoints(this.#breakpoints, situation, this.#visits);
    const at = this.#options.now().toISOString();
    if (lines.length > 0)
      await this.#options.store.addLines(
        this.#thread,
        lines.map((line) => ({ ...line, at })),
      );
    return checked;
  }

  #isPinned({ next }: Pick<ThreadState, 'next'>): boolean {
    return this.#pins.some(({ nodeId }) => next.includes(nodeId));
  }

  // Writes the output of the pinned node that is next, and of those that follow it directly: a run that continues passes all
  // breakpoints of its first superstep, so they are checked here. Returns those that hold, where the thread is now, and the
  // nodes that were written.
  async #writePins(
    client: GraphClient,
    stop: Stop,
    { isHead: isStopHead, runId, mayWriteNext }: PinWriting,
  ): Promise<{
    readonly hits: BreakpointStop['hits'];
    readonly lastStop: LastStop;
    readonly writtenIds: readonly string[];
  }> {
    const maxWrites = this.request.options.recursionLimit ?? defaultMaxWrites;
    let { checkpointId, next, valuesText } = stop;
    let isHead = isStopHead;
    let hits: BreakpointStop['hits'] = [];
    const writtenIds: string[] = [];
    try {
      for (let writes = 0; hits.length === 0 && (writes === 0 || mayWriteNext()); writes += 1) {
        const pin = pinOfNext(this.#pins, next);
        if (pin === null) break;
        if (writes >= maxWrites) throw tooManyWrites(maxWrites);
        const { nodeId } = pin;
        const state = await writePin(client, this.#thread.threadId, { checkpointId, isHead }, pin);
        writtenIds.push(nodeId);
        const valuesBeforeText = valuesText;
        checkpointId = state.checkpointId ?? checkpointId;
        ({ next, valuesText } = state);
        isHead = true;
        await this.#options.store.addPinWrite(this.#thread, { nodeId, checkpointId, runId });
        const ran = [nodeId];
        const situation = { checkpointId, runId: runId ?? '', next, ran, valuesText, valuesBeforeText };
        ({ hits } = await this.#check(situation));
        this.#stoppedAt = checkpointId;
      }
    } catch (error) {
      throw withWrittenPins(error, writtenIds);
    }
    return { hits, lastStop: toLastStop({ checkpointId, next, valuesText }), writtenIds };
  }

  #storeVisits(): Promise<void> {
    const { counts, sinceInput } = this.#visits;
    return this.#options.store.setVisits(this.#thread, {
      counts: Object.fromEntries(counts),
      sinceInput,
      checkpointId: this.#stoppedAt,
    });
  }
}

// - `isHead`: Nothing came after the checkpoint before which the first output is written.
// - `runId`: The run that stopped there, if any.
// - `mayWriteNext`: Whether the next pinned output may be written, too.
interface PinWriting {
  readonly isHead: boolean;
  readonly runId: string | null;
  readonly mayWriteNext: () => boolean;
}

/** The visits of its breakpoints that a turn goes on to count. */
export async function readVisits(
  client: GraphClient,
  store: BreakpointStore,
  request: RunRequest,
): Promise<Visits> {
  const { connectionId, threadId, trigger, checkpointId } = request;
  const isNew = trigger.kind === 'input' || checkpointId !== null;
  const fresh = { counts: new Map<string, number>(), sinceInput: trigger.kind === 'input' };
  if (isNew || threadId === null) return fresh;
  const stored = await store.visits({ connectionId, threadId });
  if (stored === null) return fresh;
  const visits = { counts: new Map(Object.entries(stored.counts)), sinceInput: stored.sinceInput };
  // Nobody counted what other clients ran meanwhile.
  if (activeBreakpoints(request).every(({ hitCount }) => hitCount === null)) return visits;
  const head = await readStop(client, threadId, null);
  const isSame = [head.checkpointId, head.source === 'update' ? head.parentId : null].includes(
    stored.checkpointId,
  );
  return isSame && stored.checkpointId !== null ? visits : fresh;
}

function toLastStop({ checkpointId, next, valuesText }: Stop): LastStop {
  return { checkpointId, next, valuesText: valuesText.length > maxStoredLength ? null : valuesText };
}

function tooManyWrites(maxWrites: number): AppError {
  return new AppError(
    'conflict',
    `Pinned outputs were written ${maxWrites.toLocaleString('en')} times without a run between them.`,
    { hint: 'Unpin a node of the loop.' },
  );
}

// An interrupt of the graph, a failure, or nothing left to run: no breakpoint.
function isNotAtBreakpoint({ interrupts, tasks, next }: ThreadState): boolean {
  return interrupts.length > 0 || next.length === 0 || tasks.some(({ error }) => error !== null);
}

// Servers name the run that wrote a checkpoint; where one does not, an edit is recognized by its source.
function isWrittenBy({ metadataText, source }: ThreadState, runId: string): boolean {
  const writer = nonEmptyStringOrNull(recordOrEmpty(parseJson(metadataText))['run_id']);
  return writer === null ? source === 'loop' || source === 'input' : writer === runId;
}

// The run would have stopped here without anything to check: a step, or nodes of its own options.
function wouldStopWithoutBreakpoints({ options }: RunRequest, { next, ran }: StopSituation): boolean {
  const matches = (names: readonly string[], nodes: readonly string[]): boolean =>
    names.includes('*') || names.some((name) => nodes.includes(name));
  return matches(options.interruptBefore, next) || matches(options.interruptAfter, ran);
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
