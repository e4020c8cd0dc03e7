import { describe, expect, it } from 'vitest';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import type { CheckpointSummary, PendingInterrupt } from '../../shared/model/thread.ts';
import { openOutcomes, turnFacts, turnsOf } from '../../shared/thread-record/story.ts';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  recordedSpan,
  threadRecord,
} from '../../testing/thread-records.ts';
import { buildCheckpoint } from '../../testing/renderer/checkpoint-builder.ts';
import type { SubgraphHistory } from './queries.ts';
import { entryKey, nextEntryToExpand, storyEntries, type Pause, type StoryEntry } from './story-entries.ts';
import { storyKeyAction } from './story-keys.ts';
import { describeImportedRun } from './story-labels.ts';

const checkpoint = (checkpointId: string, parentId: string | null, ...spaces: string[]): CheckpointSummary =>
  buildCheckpoint({
    checkpointId,
    parentId,
    ...(spaces.length > 0
      ? { subgraphs: spaces.map((checkpointNs) => ({ nodeId: 'n', checkpointNs })) }
      : {}),
  });
// c was forked from a, next to b; a ran the subgraph `s` that led to b, whose x ran `s|d`.
const checkpoints = [checkpoint('c', 'a'), checkpoint('b', 'a'), checkpoint('a', null, 's')];
const record = threadRecord({
  checkpoints: [recordedCheckpoint('a', null), recordedCheckpoint('b', 'a'), recordedCheckpoint('c', 'a')],
  executions: [recordedExecution('n', 'a', 'b', { innerNamespace: 's' })],
});
const inner = new Map<string, SubgraphHistory>([
  ['s', { checkpoints: [checkpoint('y', 'x'), checkpoint('x', null, 's|d')], more: true, error: null }],
]);

interface Given {
  readonly opened?: readonly string[];
  readonly collapsed?: readonly string[];
  readonly histories?: ReadonlyMap<string, SubgraphHistory>;
  readonly ofRecord?: ThreadRecord | null;
  readonly list?: readonly CheckpointSummary[];
  readonly questions?: readonly PendingInterrupt[];
  readonly finished?: readonly string[];
  readonly pause?: Pause;
}

const entriesOf = (given: Given = {}): readonly StoryEntry[] => {
  const { opened = [], collapsed = [], histories = inner, ofRecord = record, list = checkpoints } = given;
  return storyEntries({
    record: ofRecord,
    turns: turnsOf(ofRecord, list, true),
    isWhole: true,
    outcomes: ofRecord === null ? new Map() : openOutcomes(ofRecord),
    finished: new Set(given.finished ?? []),
    questions: given.questions ?? [],
    questionLines: (given.questions ?? []).map(({ valueText }) => valueText),
    pause: given.pause ?? null,
    newestId: list[0]?.checkpointId ?? null,
    opened: new Set(opened),
    collapsed: new Set(collapsed),
    inner: histories,
    describeRun: ({ runId }) => ({ text: `${runId} left nothing`, detail: null, tone: 'plain' }),
  });
};

const textOf = (entry: StoryEntry): string => {
  switch (entry.kind) {
    case 'checkpoint':
      return entry.checkpoint.checkpointId;
    case 'outcome':
      return `${entry.outcome.executions.map(({ name }) => name).join(' ')} ${entry.outcome.status}`;
    case 'question':
      return `${entry.interrupt.nodeId} asks`;
    case 'execution':
      return `execution ${entry.execution.name}`;
    case 'note':
      return entry.text;
    case 'output':
      return `output ${entry.keys?.join(' ') ?? 'unknown'}`;
    default:
      return `turn ${entry.turn.turnId}`;
  }
};
const lines = (list: readonly StoryEntry[]) => list.map((entry) => `${entry.depth} ${textOf(entry)}`);

describe('the rows of the story', () => {
  it('are turns with their checkpoints, oldest first, and open subgraphs under what ran them', () => {
    expect(lines(entriesOf())).toEqual(['0 turn a', '0 a', '0 b', '0 c']);
    expect(lines(entriesOf({ opened: ['b'] }))).toEqual([
      '0 turn a',
      '0 a',
      '0 b',
      '1 Older checkpoints of this subgraph are not shown',
      '1 x',
      '1 y',
      '0 c',
    ]);
    expect(lines(entriesOf({ opened: ['b', entryKey('s', 'x')] }))).toContain('2 Loading the subgraph…');
    expect(lines(entriesOf({ collapsed: ['a'] }))).toEqual(['0 turn a']);
  });

  it('open subgraphs under the next checkpoint while there is no record of what ran', () => {
    const list = entriesOf({ ofRecord: null, opened: ['b'], list: checkpoints.slice(1) });
    expect(lines(list)).toContain('1 x');
  });

  it('end where a server lists a subgraph within itself', () => {
    const endless = new Map<string, SubgraphHistory>([
      ['s', { checkpoints: [checkpoint('y', null, 't')], more: false, error: null }],
      ['t', { checkpoints: [checkpoint('z', null, 's', 't')], more: false, error: null }],
    ]);
    const opened = ['b', entryKey('s', 'y'), entryKey('t', 'z')];
    expect(lines(entriesOf({ opened, histories: endless }))).toEqual([
      '0 turn a',
      '0 a',
      '0 b',
      '1 y',
      '2 z',
      '0 c',
    ]);
  });

  it('let the lines of the turn through, and know the checkpoint that they lie under', () => {
    const y = entriesOf({ opened: ['b'] }).find(({ key }) => key === 's y');
    expect(y).toMatchObject({
      rootId: 'a',
      checkpointNs: 's',
      lanes: [{ passing: [0], row: null }, { row: { lane: 0, below: true } }],
    });
  });

  it('give forks lanes of their own, in the turn and in a subgraph', () => {
    const forked = new Map<string, SubgraphHistory>([
      [
        's',
        {
          checkpoints: [checkpoint('edit', 'x'), checkpoint('y', 'x'), checkpoint('x', null)],
          more: false,
          error: null,
        },
      ],
    ]);
    const list = entriesOf({ opened: ['b'], histories: forked });
    const lanes = list.flatMap((entry) =>
      entry.kind === 'checkpoint' ? `${textOf(entry)} ${entry.lanes[entry.depth]?.row?.lane}` : [],
    );
    expect(lanes).toEqual(['a 0', 'b 1', 'x 0', 'y 1', 'edit 0', 'c 0']);
  });

  it('say that a subgraph could not be read, and that the server has none of it', () => {
    const noted = (history: SubgraphHistory) =>
      entriesOf({ opened: ['b'], histories: new Map([['s', history]]) }).flatMap((entry) =>
        entry.kind === 'note' ? [entry.text, entry.detail] : [],
      );
    expect(noted({ checkpoints: null, more: false, error: new Error('gone') })).toEqual([
      'Could not load the subgraph',
      'gone',
    ]);
    expect(noted({ checkpoints: [], more: false, error: null })).toEqual([
      'No checkpoints of this subgraph',
      null,
    ]);
  });

  it('list what made a checkpoint together when that is opened', () => {
    const parallel = threadRecord({
      checkpoints: record.checkpoints,
      executions: [recordedExecution('left', 'a', 'b'), recordedExecution('right', 'a', 'b')],
    });
    const list = [checkpoint('c', 'a'), checkpoint('b', 'a'), checkpoint('a', null)];
    expect(lines(entriesOf({ ofRecord: parallel, list, opened: ['b'] }))).toEqual([
      '0 turn a',
      '0 a',
      '0 b',
      '1 execution left',
      '1 execution right',
      '0 c',
    ]);
  });

  it('end with an output, which names what changed since the input, if that is known', () => {
    const [c, b, a] = checkpoints;
    const keys = (...changedKeys: string[]) => ({ changedKeys });
    const list = [
      { ...c, ...keys('text') },
      { ...b, ...keys('plan') },
      { ...a, ...keys('topic'), source: 'input' as const },
    ].map((one) => buildCheckpoint(one));
    const outputs = (given: Given) => lines(entriesOf(given)).filter((line) => line.includes('output'));
    expect(outputs({ list, finished: ['c'] })).toEqual(['0 output text']);
    expect(outputs({ list, finished: ['b', 'c'] })).toEqual(['0 output plan', '0 output text']);
    const unknown = list.map((one) => ({ ...one, changedKeys: null }));
    expect(outputs({ list: unknown, finished: ['c'] })).toEqual(['0 output unknown']);
  });

  it('show a question where it waits, and a run that left nothing at the end of its turn', () => {
    const asking = threadRecord({
      checkpoints: record.checkpoints,
      executions: [recordedExecution('ask', 'c', null, { status: 'interrupted' })],
      questions: [{ executionId: 'ask c ', index: 0, interruptId: 'q', status: 'waiting' }],
      runs: [recordedRun('r1'), recordedRun('r2', { origin: { kind: 'continue', checkpointId: null } })],
    });
    const question: PendingInterrupt = { taskId: 't', index: 0, id: 'q', valueText: '"Go?"', nodeId: 'ask' };
    const list = checkpoints.map((one) => ({ ...one, createdAt: '2026-01-01T00:00:00Z' }));
    expect(lines(entriesOf({ ofRecord: asking, questions: [question], list }))).toEqual([
      '0 turn a',
      '0 a',
      '0 b',
      '0 c',
      '0 ask asks',
      '0 r2 left nothing',
    ]);
    // Until its text is read.
    expect(lines(entriesOf({ ofRecord: asking }))).toContain('0 ask interrupted');
  });

  it('let the thread go on where it is paused, and not from an older checkpoint', () => {
    const pausedAt = (checkpointId: string): ThreadRecord =>
      threadRecord({
        checkpoints: record.checkpoints.map((one) => ({
          ...one,
          runId: one.checkpointId === checkpointId ? 'r1' : null,
        })),
        runs: [recordedRun('r1', { ending: { kind: 'paused', place: 'before', nodes: ['n'] } })],
      });
    const pauses = (checkpointId: string) =>
      entriesOf({ ofRecord: pausedAt(checkpointId), pause: { reason: 'A breakpoint.' } }).flatMap((entry) =>
        entry.kind === 'outcome' ? [[entry.outcome.status, entry.pause?.reason ?? null]] : [],
      );
    expect(pauses('c')).toEqual([['paused', 'A breakpoint.']]);
    expect(pauses('b')).toEqual([['paused', null]]);
  });
});

it('lists what to open so that a checkpoint of a subgraph is seen', () => {
  const nested = new Map([...inner, ['s|d', { checkpoints: null, more: false, error: null }]]);
  const wanted = { rootId: 'a', checkpointNs: 's|d', checkpointId: 'z' };
  const opens = (...opened: string[]) =>
    nextEntryToExpand(wanted, entriesOf({ opened, histories: nested }))?.key ?? null;
  expect([opens(), opens('b')]).toEqual(['b', 's x']);
  // It is loading or loaded, or the list does not know the checkpoint that ran it.
  expect(opens('b', entryKey('s', 'x'))).toBeNull();
  const open = entriesOf({ opened: ['b'] });
  expect(nextEntryToExpand({ ...wanted, checkpointNs: 's', checkpointId: 'x' }, open)).toBeNull();
  expect(nextEntryToExpand({ ...wanted, rootId: 'older' }, entriesOf())).toBeNull();
});

describe('the keys of the story', () => {
  // turn a, a, b, note, x, y, c
  const open = entriesOf({ opened: ['b'] });
  const step = (key: string, row: number, list: readonly StoryEntry[] = open) => {
    const wanted = storyKeyAction(key, list, row);
    if (wanted === null) return null;
    return 'toggle' in wanted ? `toggle ${wanted.toggle.key}` : wanted.select.key;
  };

  it('go up, down and to the ends, over notes and the lines of turns', () => {
    expect([step('ArrowDown', 1), step('ArrowUp', 2), step('Home', 6), step('End', 1)]).toEqual([
      'b',
      'a',
      'a',
      'c',
    ]);
    expect(step('ArrowDown', 2)).toBe('s x');
    expect([step('ArrowUp', 1), step('ArrowDown', 6)]).toEqual([null, null]);
  });

  it('open, enter, leave and close subgraphs', () => {
    expect(step('ArrowRight', 2, entriesOf())).toBe('toggle b');
    expect(step('ArrowRight', 2)).toBe('s x');
    expect(step('ArrowLeft', 5)).toBe('b');
    expect(step('ArrowLeft', 2)).toBe('toggle b');
    expect([step('ArrowRight', 1), step('x', 1)]).toEqual([null, null]);
  });

  it('close a turn, and open the one that the selection is in', () => {
    expect(step('ArrowLeft', 1)).toBe('toggle turn a');
    expect(step('ArrowRight', 0, entriesOf({ collapsed: ['a'] }))).toBe('toggle turn a');
  });
});

describe('the rows of an export', () => {
  const span = (runId: string) => recordedSpan(runId, 1000, 2000);
  const failed = {
    kind: 'failed' as const,
    executionId: null,
    error: 'no tides',
    isRecursionLimit: false,
  };
  const exported: ThreadRecord = threadRecord({
    checkpoints: [],
    gaps: [{ kind: 'import' }],
    runs: [
      recordedRun('r1', { createdAt: 1000, origin: { kind: 'unknown', checkpointId: null } }),
      recordedRun('r2', { createdAt: 3000, ending: failed }),
      recordedRun('r3', { createdAt: 5000 }),
    ],
    executions: [
      recordedExecution('plan', null, null, { executionId: 'a', status: 'finished', spans: [span('r1')] }),
      recordedExecution('plan:ask', null, null, {
        executionId: 'b',
        parentId: 'a',
        status: 'failed',
        error: 'too deep',
        spans: [span('r1'), span('r2')],
      }),
    ],
  });
  const rows = storyEntries({
    record: exported,
    turns: turnsOf(exported, [], true),
    isWhole: true,
    outcomes: openOutcomes(exported),
    finished: new Set(),
    questions: [],
    questionLines: [],
    pause: null,
    newestId: null,
    opened: new Set(),
    collapsed: new Set(),
    inner: new Map(),
    describeRun: describeImportedRun,
  });

  it('are reached by keys, the lines of runs and notes are not', () => {
    const step = (key: string, row: number): string | null => {
      const action = storyKeyAction(key, rows, row);
      if (action === null) return null;
      return 'toggle' in action ? `toggle ${action.toggle.key}` : action.select.key;
    };
    // turn r3, note, turn r2, ask, note, turn r1, plan, ask
    expect(['ArrowDown', 'Home', 'End'].map((key) => step(key, 0))).toEqual(['r2 b', 'r2 b', 'r1 b']);
    expect([step('ArrowDown', 3), step('ArrowUp', 3)]).toEqual(['r1 a', null]);
    // Out of a subgraph, then out of the run.
    expect([step('ArrowLeft', 7), step('ArrowLeft', 6)]).toEqual(['r1 a', 'toggle turn r1']);
  });

  it('are its runs, newest first, each with the nodes that worked in it, and no checkpoint', () => {
    expect(lines(rows)).toEqual([
      '0 turn r3',
      '0 The export has no nodes of this run',
      '0 turn r2',
      '0 execution ask',
      '0 The run failed',
      '0 turn r1',
      '0 execution plan',
      '1 execution ask',
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('have the time of a node in their run alone, and its error', () => {
    const asks = rows.filter((row) => row.kind === 'execution' && row.execution.name === 'ask');
    expect(asks).toMatchObject([
      { error: 'too deep', execution: { spans: [{ runId: 'r2' }] } },
      { error: 'too deep', execution: { spans: [{ runId: 'r1' }] } },
    ]);
    const turn = rows.find((row) => row.kind === 'turn' && row.turn.turnId === 'r1');
    expect(turn?.kind === 'turn' ? turnFacts(exported, turn.turn).time : null).toMatchObject({ ms: 1000 });
  });
});
