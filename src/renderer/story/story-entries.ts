import type { Execution, ThreadRecord } from '../../shared/model/thread-record.ts';
import type { CheckpointSummary, PendingInterrupt } from '../../shared/model/thread.ts';
import type { CheckpointOutcome } from '../../shared/thread-record/history.ts';
import { indexRecord } from '../../shared/thread-record/record-index.ts';
import { importedExecutions, isImported, type StoryTurn } from '../../shared/thread-record/story.ts';
import { assignLanes, laneCount, lanesAfter, type LaneRow } from './assign-lanes.ts';
import type { SubgraphHistory } from './queries.ts';

export type Turn = StoryTurn<CheckpointSummary>;

/** A row of the story. */
export type StoryEntry =
  | OutputEntry
  | TurnEntry
  | CheckpointEntry
  | OutcomeEntry
  | QuestionEntry
  | ExecutionEntry
  | NoteEntry;

interface EntryBase {
  readonly key: string;
  /** Level of subgraphs, from 0. */
  readonly depth: number;
  readonly lanes: EntryLanes;
}

/** The header of a turn: one input, and all that ran for it. */
export interface TurnEntry extends EntryBase {
  readonly kind: 'turn';
  readonly turn: Turn;
  readonly open: boolean;
}

export interface CheckpointEntry extends EntryBase, Expandable {
  readonly kind: 'checkpoint';
  readonly checkpoint: CheckpointSummary;
  readonly checkpointNs: string;
  /** The checkpoint of the thread under which it is listed (itself at depth 0). */
  readonly rootId: string;
  /** What its pending tasks came to is a row of its own. */
  readonly hasOutcomeRow: boolean;
}

/** What ran from a checkpoint and has made none. */
export interface OutcomeEntry extends EntryBase, Expandable {
  readonly kind: 'outcome';
  readonly checkpoint: CheckpointSummary;
  readonly outcome: CheckpointOutcome;
  /** The thread goes on from here; `null` if it can't, or not by itself. */
  readonly pause: Pause | null;
}

/** `reason`: why the run is stopped, as sentences; `null` after a step, and if it is not known. */
export interface Pause {
  readonly reason: string | null;
}

/** The end of a run that finished: what came out of it. */
export interface OutputEntry extends EntryBase {
  readonly kind: 'output';
  readonly checkpoint: CheckpointSummary;
  /** Keys that changed since the input; `null` if that is not known. */
  readonly keys: readonly string[] | null;
}

/** A question that waits, at the checkpoint where it was asked. */
export interface QuestionEntry extends EntryBase {
  readonly kind: 'question';
  readonly checkpoint: CheckpointSummary;
  readonly interrupt: PendingInterrupt;
  readonly index: number;
  readonly line: string;
}

/** One of several executions that made a checkpoint together, or one of an export, which has no checkpoints. */
export interface ExecutionEntry extends EntryBase {
  readonly kind: 'execution';
  readonly execution: Execution;
  /** Its error, if no other row says it. */
  readonly error: string | null;
}

export interface NoteEntry extends EntryBase {
  readonly kind: 'note';
  readonly text: string;
  readonly detail: string | null;
  readonly tone: 'plain' | 'failed';
}

interface Expandable {
  readonly inside: readonly InsidePart[];
  readonly open: boolean;
}

/** What a row can expand: an execution, and the subgraph that it ran. */
export interface InsidePart {
  readonly execution: Execution | null;
  readonly checkpointNs: string | null;
  /** The checkpoint of the thread whose tasks ran it. */
  readonly rootId: string;
}

/** Lanes per level, from the thread's history down to the entry's own. */
export type EntryLanes = readonly LevelLanes[];

export interface LevelLanes {
  /** The entry's own row in its history; `null` on the levels above it and for rows without a checkpoint. */
  readonly row: LaneRow | null;
  /** Lanes of this level that pass through, where it has no row of its own. */
  readonly passing: readonly number[];
  /** The lane that ends here with what has made no checkpoint. */
  readonly end?: number;
  readonly count: number;
}

export function entryKey(checkpointNs: string, checkpointId: string): string {
  return checkpointNs === '' ? checkpointId : `${checkpointNs} ${checkpointId}`;
}

export interface StoryParts {
  readonly record: ThreadRecord | null;
  readonly turns: readonly Turn[];
  /** There are no older checkpoints than those of the turns. */
  readonly isWhole: boolean;
  /** By the checkpoint of the root graph. */
  readonly outcomes: ReadonlyMap<string, CheckpointOutcome>;
  /** The checkpoints with which a run finished. */
  readonly finished: ReadonlySet<string>;
  /** What waits at the newest checkpoint. */
  readonly questions: readonly PendingInterrupt[];
  /** The text of each. */
  readonly questionLines: readonly string[];
  /** Of the newest checkpoint. */
  readonly pause: Pause | null;
  readonly newestId: string | null;
  /** Keys of rows whose inside is shown, and of turns that are collapsed. */
  readonly opened: ReadonlySet<string>;
  readonly collapsed: ReadonlySet<string>;
  readonly inner: ReadonlyMap<string, SubgraphHistory>;
  /** What is to be said of a run that has left no checkpoint; `null`: nothing. `nodes`: how many are listed below it. */
  readonly describeRun: (
    run: Turn['runs'][number],
    nodes: number,
  ) => Pick<NoteEntry, 'text' | 'detail' | 'tone'> | null;
}

/** All turns, newest first, each with its checkpoints, oldest first, and the subgraphs that are open among them. */
export function storyEntries(parts: StoryParts): readonly StoryEntry[] {
  const list = new EntryList(parts);
  for (const turn of parts.turns) list.addTurn(turn, parts.describeRun);
  return list.entries;
}

/** Checkpoints that match a filter, newest first, with no lines between them. */
export function filteredEntries(
  parts: Omit<StoryParts, 'turns' | 'describeRun'>,
  checkpoints: readonly CheckpointSummary[],
): readonly StoryEntry[] {
  const list = new EntryList({
    ...parts,
    outcomes: new Map(),
    finished: new Set(),
    questions: [],
    questionLines: [],
    pause: null,
  });
  const rows = assignLanes(checkpoints.map(({ checkpointId }) => ({ checkpointId, parentId: null })));
  list.addRoot(checkpoints, rows, 'newest-first');
  return list.entries;
}

class EntryList {
  readonly entries: StoryEntry[] = [];
  readonly #parts: Omit<StoryParts, 'turns' | 'describeRun'>;

  constructor(parts: Omit<StoryParts, 'turns' | 'describeRun'>) {
    this.#parts = parts;
  }

  addTurn(turn: Turn, describeRun: StoryParts['describeRun']): void {
    const { turnId, checkpoints, traceless } = turn;
    const open = !this.#parts.collapsed.has(turnId);
    this.entries.push({ kind: 'turn', key: `turn ${turnId}`, depth: 0, lanes: [], turn, open });
    if (!open) return;
    this.addRoot(checkpoints, lanesOfTurn(turn, this.#parts.isWhole));
    for (const run of traceless) {
      const note = describeRun(run, this.#addImported(run.runId));
      if (note !== null) this.#note(`run ${run.runId}`, topLevel, note);
    }
  }

  /** What ran by an export, each below the one that it ran in; their number. */
  #addImported(runId: string): number {
    const { record } = this.#parts;
    if (record === null || !isImported(record)) return 0;
    const executions = importedExecutions(record, runId);
    const depths = new Map<string, number>();
    for (const execution of executions) {
      const { executionId, parentId, error } = execution;
      const depth = parentId === null ? 0 : (depths.get(parentId) ?? -1) + 1;
      depths.set(executionId, depth);
      const lanes = Array.from({ length: depth + 1 }, () => plainLevel);
      this.entries.push({
        kind: 'execution',
        key: `${runId} ${executionId}`,
        depth,
        lanes,
        execution,
        error,
      });
    }
    return executions.length;
  }

  addRoot(
    checkpoints: readonly CheckpointSummary[],
    rows: readonly LaneRow[],
    order: 'oldest-first' | 'newest-first' = 'oldest-first',
  ): void {
    this.#addLevel(checkpoints, rows, topLevel, order);
  }

  #addLevel(
    checkpoints: readonly CheckpointSummary[],
    rows: readonly LaneRow[],
    position: Position,
    order: 'oldest-first' | 'newest-first' = 'oldest-first',
  ): void {
    const count = laneCount(rows);
    const inside =
      order === 'newest-first'
        ? this.#insideBefore(checkpoints, position)
        : this.#insideOf(checkpoints, position);
    checkpoints.forEach((checkpoint, index) => {
      this.#add(checkpoint, { row: rows[index] ?? null, passing: [], count }, position, inside);
    });
  }

  #add(checkpoint: CheckpointSummary, level: LevelLanes, position: Position, inside: Inside): void {
    const { depth, checkpointNs, above } = position;
    const { checkpointId } = checkpoint;
    const key = entryKey(checkpointNs, checkpointId);
    const outcome = depth === 0 ? this.#parts.outcomes.get(checkpointId) : undefined;
    const hasEnd = outcome !== undefined || (depth === 0 && this.#parts.finished.has(checkpointId));
    // The line goes on to what stands below.
    const row = level.row !== null && hasEnd ? { ...level.row, fromAbove: true } : level.row;
    const lanes = [...above, { ...level, row }];
    const parts = inside.made.get(checkpointId) ?? [];
    const open = parts.length > 0 && this.#parts.opened.has(key);
    const rootId = position.rootId ?? checkpointId;
    const hasOutcomeRow = outcome !== undefined;
    const base = { key, depth, lanes, inside: parts, open };
    this.entries.push({ kind: 'checkpoint', ...base, checkpoint, checkpointNs, rootId, hasOutcomeRow });
    const passing = level.row === null ? level.passing : lanesAfter(level.row);
    const lanesBelow = { ...level, row: null, passing };
    const led = row === null ? lanesBelow : { ...lanesBelow, passing: lanesAfter(row) };
    if (open) this.#addInside(parts, position, [...above, led]);
    if (!hasEnd) return;
    const end = { ...lanesBelow, ...(level.row === null ? {} : { end: level.row.lane }) };
    if (outcome === undefined) {
      const keys = keysSinceInput(checkpoint, inside.byId);
      this.entries.push({
        kind: 'output',
        key: `output ${checkpointId}`,
        depth,
        lanes: [end],
        checkpoint,
        keys,
      });
    } else
      this.#addOutcome(checkpoint, outcome, inside.open.get(checkpointId) ?? [], position, [end, lanesBelow]);
  }

  #addOutcome(
    checkpoint: CheckpointSummary,
    outcome: CheckpointOutcome,
    inside: readonly InsidePart[],
    position: Position,
    [end, below]: readonly [LevelLanes, LevelLanes],
  ): void {
    const { checkpointId } = checkpoint;
    const { depth } = position;
    const isNewest = checkpointId === this.#parts.newestId;
    const questions = isNewest && outcome.status === 'interrupted' ? this.#parts.questions : [];
    const key = `after ${checkpointId}`;
    const subgraphs = inside.filter(({ checkpointNs }) => checkpointNs !== null);
    if (questions.length === 0 || subgraphs.length > 0) {
      const open = subgraphs.length > 0 && this.#parts.opened.has(key);
      const base = { key, depth, lanes: [questions.length === 0 ? end : below], inside: subgraphs, open };
      const pause = isNewest && outcome.status === 'paused' ? this.#parts.pause : null;
      this.entries.push({ kind: 'outcome', ...base, checkpoint, outcome, pause });
      if (open) this.#addInside(subgraphs, position, [below]);
    }
    questions.forEach((interrupt, index) => {
      const isLast = index === questions.length - 1;
      const questionKey = `question ${interrupt.taskId} ${interrupt.index} ${interrupt.id ?? ''}`;
      const lanes = [
        isLast ? end : { ...end, passing: [...end.passing, ...(end.end === undefined ? [] : [end.end])] },
      ];
      this.entries.push({
        kind: 'question',
        key: questionKey,
        line: this.#parts.questionLines[index] ?? '',
        depth,
        lanes,
        checkpoint,
        interrupt,
        index,
      });
    });
  }

  #addInside(parts: readonly InsidePart[], position: Position, above: EntryLanes): void {
    const depth = position.depth + 1;
    for (const { execution, checkpointNs, rootId } of parts) {
      if (execution !== null && parts.length > 1)
        this.entries.push({
          kind: 'execution',
          key: `execution ${execution.executionId}`,
          depth,
          lanes: above,
          execution,
          error: null,
        });
      if (checkpointNs === null) continue;
      const namespaces = new Set([...position.namespaces, checkpointNs]);
      this.#addSubgraph({ depth, checkpointNs, rootId, above, namespaces });
    }
  }

  #addSubgraph(position: Position): void {
    const { checkpointNs } = position;
    const history = this.#parts.inner.get(checkpointNs);
    const note = (text: string, error: unknown = null): void =>
      this.#note(`${checkpointNs} ${text}`, position, {
        text,
        detail: error instanceof Error ? error.message : null,
        tone: 'plain',
      });
    if (history?.checkpoints) {
      if (history.more) note('Older checkpoints of this subgraph are not shown');
      if (history.checkpoints.length === 0) note('No checkpoints of this subgraph');
      const rows = assignLanes(history.checkpoints, !history.more).toReversed();
      this.#addLevel(history.checkpoints.toReversed(), rows, position);
    } else if (history?.error) note('Could not load the subgraph', history.error);
    else note('Loading the subgraph…');
  }

  #note(key: string, { depth, above }: Position, note: Pick<NoteEntry, 'text' | 'detail' | 'tone'>): void {
    this.entries.push({ kind: 'note', key, depth, lanes: above, ...note });
  }

  /** What ran is listed under the checkpoint that it made; without one, under its outcome, or where it began. */
  #insideOf(checkpoints: readonly CheckpointSummary[], position: Position): Inside {
    const { record, outcomes } = this.#parts;
    const { checkpointNs: namespace, depth } = position;
    const executions = record === null ? null : indexRecord(record).executions;
    const ids = new Set(checkpoints.map(({ checkpointId }) => checkpointId));
    const made = new Map<string, InsidePart[]>();
    const open = new Map<string, InsidePart[]>();
    const listed = new Set<string>();
    if (executions !== null)
      for (const checkpoint of checkpoints) {
        const parts = executions
          .thatMade(namespace, checkpoint.checkpointId)
          .map((execution) => ({ execution, ns: this.#usable(execution.innerNamespace, position) }));
        if (parts.length < 2 && parts.every(({ ns }) => ns === null)) continue;
        made.set(
          checkpoint.checkpointId,
          parts.map(({ execution, ns }): InsidePart => {
            if (ns !== null) listed.add(ns);
            return {
              execution,
              checkpointNs: ns,
              rootId: position.rootId ?? execution.before ?? checkpoint.checkpointId,
            };
          }),
        );
      }
    for (const { checkpointId, subgraphs = [] } of checkpoints) {
      const otherSubgraphs = subgraphs.filter(
        ({ checkpointNs: ns }) => !listed.has(ns) && !position.namespaces.has(ns),
      );
      if (otherSubgraphs.length === 0) continue;
      const read = executions?.thatRead(namespace, checkpointId) ?? [];
      const parts = otherSubgraphs.map(({ checkpointNs: ns }): InsidePart => {
        const execution = read.find(({ innerNamespace }) => innerNamespace === ns) ?? null;
        return { execution, checkpointNs: ns, rootId: position.rootId ?? checkpointId };
      });
      const target = depth === 0 && outcomes.has(checkpointId) ? open : made;
      // Without a record nothing tells which checkpoint they led to.
      const follower = executions === null ? successorOf(checkpointId, checkpoints, ids) : checkpointId;
      const key = target === open ? checkpointId : follower;
      target.set(key, [...(target.get(key) ?? []), ...parts]);
    }
    return { made, open, byId: new Map(checkpoints.map((one) => [one.checkpointId, one])) };
  }

  /** Subgraphs of filtered checkpoints, which have no neighbours, are listed where they began. */
  #insideBefore(checkpoints: readonly CheckpointSummary[], position: Position): Inside {
    const made = new Map(
      checkpoints.map(({ checkpointId, subgraphs = [] }) => [
        checkpointId,
        subgraphs.map(({ checkpointNs }): InsidePart => ({
          execution: null,
          checkpointNs,
          rootId: position.rootId ?? checkpointId,
        })),
      ]),
    );
    return { made, open: new Map(), byId: new Map() };
  }

  /** A server may list a subgraph within itself, without an end. */
  #usable(namespace: string | null, { namespaces }: Position): string | null {
    return namespace === null || namespaces.has(namespace) ? null : namespace;
  }
}

interface Inside {
  /** By the checkpoint that it led to. */
  readonly made: ReadonlyMap<string, readonly InsidePart[]>;
  /** By the checkpoint that it read: it led to none. */
  readonly open: ReadonlyMap<string, readonly InsidePart[]>;
  readonly byId: ReadonlyMap<string, CheckpointSummary>;
}

function keysSinceInput(
  last: CheckpointSummary,
  byId: ReadonlyMap<string, CheckpointSummary>,
): readonly string[] | null {
  const branch: CheckpointSummary[] = [];
  let one: CheckpointSummary | undefined = last;
  for (; one !== undefined && one.source !== 'input' && branch.length <= byId.size;) {
    branch.push(one);
    one = one.parentId === null ? undefined : byId.get(one.parentId);
  }
  if (one?.source !== 'input') return null;
  // What takes in the input changes what was put in.
  const later = branch.toReversed().filter(({ start }) => start !== true);
  if (later.some(({ changedKeys }) => changedKeys === null)) return null;
  return [...new Set(later.flatMap(({ changedKeys }) => changedKeys ?? []))];
}

interface Position {
  readonly depth: number;
  readonly checkpointNs: string;
  readonly rootId: string | null;
  readonly above: EntryLanes;
  /** Namespaces of the subgraph and of all around it. */
  readonly namespaces: ReadonlySet<string>;
}

/** Indents a row without a line. */
const plainLevel: LevelLanes = { row: null, passing: [], count: 1 };

const topLevel: Position = { depth: 0, checkpointNs: '', rootId: null, above: [], namespaces: new Set() };

function successorOf(
  checkpointId: string,
  checkpoints: readonly CheckpointSummary[],
  ids: ReadonlySet<string>,
): string {
  const next = checkpoints.find(({ parentId }) => parentId === checkpointId)?.checkpointId;
  return next !== undefined && ids.has(next) ? next : checkpointId;
}

const turnLanes = new WeakMap<Turn, { readonly isWhole: boolean; readonly rows: readonly LaneRow[] }>();

/** Lanes of the branches of a turn. The turn before it does not lead into them. */
function lanesOfTurn(turn: Turn, isWhole: boolean): readonly LaneRow[] {
  const cached = turnLanes.get(turn);
  if (cached?.isWhole === isWhole) return cached.rows;
  const newestFirst = turn.checkpoints.toReversed();
  const first = newestFirst.pop();
  const inputs =
    first === undefined ? [] : [...newestFirst, turn.isCut ? first : { ...first, parentId: null }];
  const rows = assignLanes(inputs, isWhole).toReversed();
  turnLanes.set(turn, { isWhole, rows });
  return rows;
}

interface Wanted {
  readonly rootId: string;
  readonly checkpointNs: string;
  readonly checkpointId: string;
}

export type ExpandableEntry = CheckpointEntry | OutcomeEntry;

/** `null` if it has nothing to expand. */
export function asExpandable(entry: StoryEntry | undefined): ExpandableEntry | null {
  return (entry?.kind === 'checkpoint' || entry?.kind === 'outcome') && entry.inside.length > 0
    ? entry
    : null;
}

/**
 * The entry to expand next to reveal a subgraph's checkpoint. `null` if the checkpoint is in the list, can't
 * be revealed, or the next level is still loading.
 */
export function nextEntryToExpand(
  wantedEntry: Wanted,
  entries: readonly StoryEntry[],
): ExpandableEntry | null {
  const wantedKey = entryKey(wantedEntry.checkpointNs, wantedEntry.checkpointId);
  if (entries.some(({ key }) => key === wantedKey)) return null;
  const leads = ({ checkpointNs: ns, rootId }: InsidePart): boolean =>
    ns !== null &&
    rootId === wantedEntry.rootId &&
    (ns === wantedEntry.checkpointNs || wantedEntry.checkpointNs.startsWith(`${ns}|`));
  for (const entry of entries) {
    const closed = asExpandable(entry);
    if (closed !== null && !closed.open && closed.inside.some(leads)) return closed;
  }
  return null;
}

/** The namespaces of the subgraphs that a row can show. */
export function namespacesIn({ inside }: ExpandableEntry): readonly string[] {
  return inside.flatMap(({ checkpointNs }) => checkpointNs ?? []);
}
