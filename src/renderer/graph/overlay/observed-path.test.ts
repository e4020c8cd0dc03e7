import { describe, expect, it } from 'vitest';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type { Execution } from '../../../shared/model/thread-record.ts';
import type { OverlayStep } from '../../../shared/thread-record/overlay.ts';
import { buildGraphShape, writerShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { recordedExecution, recordedSpan } from '../../../testing/thread-records.ts';
import { transitionsOf } from './expand-edges.ts';
import { observePath } from './observed-path.ts';

/**
 * Steps in order, each after the one before it in its container: `^plan` begins, `b$` ends, `a,b` run at
 * once, `!b` comes after something unknown, `write/draft` lies in a subgraph.
 */
function stepsOf(...texts: readonly string[]): OverlayStep[] {
  const last = new Map<string, number>();
  return texts.map((text, index) => {
    const names = text.replaceAll(/[\^$!]/g, '');
    const container = names.includes('/') ? names.slice(0, names.lastIndexOf('/')).replaceAll('/', ':') : '';
    const before = last.get(container);
    last.set(container, index);
    return {
      container,
      runId: 'r',
      previousStep: text.startsWith('^') || text.startsWith('!') ? null : (before ?? null),
      isFirst: text.startsWith('^'),
      isLast: text.endsWith('$'),
      executions: names
        .slice(names.lastIndexOf('/') + 1)
        .split(',')
        .map((name) => executed(container === '' ? name : `${container}:${name}`, 100)),
    };
  });
}

/** An execution of a node that took some time. */
function executed(nodeId: string, ms: number | null, more: Partial<Execution> = {}): Execution {
  const spans = [ms === null ? recordedSpan('r') : recordedSpan('r', 0, ms)];
  const containerId = nodeId.slice(0, Math.max(0, nodeId.lastIndexOf(':')));
  const parentId = containerId === '' ? null : recordedExecution(containerId, null, null).executionId;
  return recordedExecution(nodeId, null, null, { status: 'finished', parentId, spans, ...more });
}

/** Taken edges as `a>b*2`, then undeclared ones as `a~b`. */
function seen(shape: GraphShape, steps: readonly OverlayStep[]): string[] {
  const { traversalCounts, undeclared } = observePath(shape, steps);
  return [
    ...shape.edges.flatMap(({ id, source, target }) => {
      const count = traversalCounts.get(id);
      return count === undefined ? [] : `${source}>${target}${count > 1 ? `*${count}` : ''}`;
    }),
    ...undeclared.map(({ source, target, count }) => `${source}~${target}${count > 1 ? `*${count}` : ''}`),
  ];
}

const broken = buildGraphShape(
  ['__start__', 'prepare', 'charge', 'sort_out', 'refund', 'notify', '__end__'],
  [
    '__start__>prepare',
    'prepare?charge(usual)',
    'prepare?sort_out(unusual)',
    'charge>notify',
    'sort_out?refund(settle)',
    'sort_out?__end__(close)',
    'refund>__end__',
    'notify>__end__',
  ],
);
const fan = buildGraphShape(
  ['__start__', 'split', 'work', 'gather', 'legal', 'support', 'send', '__end__'],
  [
    '__start__>split',
    'split?work',
    'work>gather',
    'gather>legal',
    'gather>support',
    'legal>send',
    'support>send',
    'send>__end__',
  ],
);
const late = buildGraphShape(
  ['__start__', 'a', 'b', 'c', 'last', '__end__'],
  ['__start__>a', '__start__>b', 'b>c', 'a>last', 'last>__end__'],
);

describe('observe', () => {
  it.each<[string, GraphShape, readonly OverlayStep[], readonly string[]]>([
    [
      'a way along declared edges',
      broken,
      stepsOf('^prepare', 'charge', 'notify$'),
      ['__start__>prepare', 'prepare>charge', 'charge>notify', 'notify>__end__'],
    ],
    [
      'a jump beside the declared way (captured: `broken`, how: jump)',
      broken,
      stepsOf('^prepare', 'sort_out', 'refund,notify$'),
      [
        '__start__>prepare',
        'prepare>sort_out',
        'sort_out>refund',
        'refund>__end__',
        'notify>__end__',
        'sort_out~notify',
      ],
    ],
    [
      'a run that failed in its second node',
      broken,
      stepsOf('^prepare', 'charge'),
      ['__start__>prepare', 'prepare>charge'],
    ],
    ['an end that is not declared', broken, stepsOf('^prepare$'), ['__start__>prepare', 'prepare~__end__']],
    [
      'nothing of what came before a resumed task',
      broken,
      stepsOf('!charge', 'notify$'),
      ['charge>notify', 'notify>__end__'],
    ],
    ['a start that is not declared', broken, stepsOf('^charge'), ['__start__~charge']],
    [
      'a fan out, and a join of parallel nodes',
      fan,
      stepsOf('^split', 'work,work,work', 'gather', 'legal,support', 'send$'),
      [
        '__start__>split',
        'split>work',
        'work>gather',
        'gather>legal',
        'gather>support',
        'legal>send',
        'support>send',
        'send>__end__',
      ],
    ],
    [
      'a node that waited for a branch that took longer',
      late,
      stepsOf('^a,b', 'c', 'last$'),
      ['__start__>a', '__start__>b', 'b>c', 'a>last', 'last>__end__'],
    ],
    [
      'a loop, with how often it was gone round, through subgraphs',
      writerShape,
      stepsOf(
        '^write/deep/polish',
        'write/deep/check$',
        '^write/draft',
        'write/deep$',
        '^write/deep/polish',
        'write/deep/check$',
        '^write/draft',
        'write/deep$',
        '^plan',
        'write',
        'review',
        'plan',
        'write',
        'review',
      ),
      [
        '__start__>plan',
        'plan>write:draft*2',
        'write:draft>write:deep:polish*2',
        'write:deep:polish>write:deep:check*2',
        'write:deep:check>review*2',
        'review>plan',
      ],
    ],
    [
      'a subgraph that was not looked into by what happened around it',
      writerShape,
      stepsOf('^plan', 'write', 'review'),
      ['__start__>plan', 'plan>write:draft', 'write:deep:check>review'],
    ],
    ['nodes that the graph does not have', broken, stepsOf('^elsewhere', 'prepare'), []],
    ['nothing', broken, [], []],
  ])('sees %s', (_, shape, steps, expected) => {
    expect(seen(shape, steps)).toEqual(expected);
  });

  it('takes the server at its word where it names the nodes that led to one', () => {
    const [first, second] = stepsOf('^a,b', 'c');
    const named = second && { ...second, executions: [executed('c', 1, { from: ['a'] })] };
    const shape = buildGraphShape(['__start__', 'a', 'b', 'c'], ['a>c', 'b>c']);
    expect(
      seen(
        shape,
        [first, named].filter((step) => step !== undefined),
      ),
    ).toEqual(['a>c', '__start__~a', '__start__~b']);
  });

  it('adds up visits, time and tokens, and gives containers the tokens of what lies in them', () => {
    const steps = stepsOf('^write/deep/polish', '^plan', 'write', 'plan').map((step, index) => ({
      ...step,
      executions: step.executions.map(({ nodeId }) =>
        executed(nodeId, index === 3 ? null : 100, { tokens: index === 0 ? 7 : index === 2 ? 3 : null }),
      ),
    }));
    const { nodes } = observePath(writerShape, steps);
    const lines = [...nodes].map(
      ([id, { visits, time, tokens }]) => `${id} ${visits} ${time?.bound} ${time?.ms} ${tokens}`,
    );
    expect(lines).toEqual([
      'write:deep:polish 1 exact 100 7',
      'plan 2 atLeast 100 null',
      'write 1 exact 100 10',
      'write:deep 0 atLeast 100 7',
    ]);
  });

  it('gives a container whose time is unknown no less than what lies in it', () => {
    const times = [300, null, null, 50];
    const steps = stepsOf('^write/deep/polish', '^write/deep', '^write', 'publish').map((step, index) => ({
      ...step,
      executions: step.executions.map(({ nodeId }) => executed(nodeId, times[index] ?? null)),
    }));
    const { nodes } = observePath(writerShape, steps);
    const timeOf = (id: string) => `${nodes.get(id)?.time?.bound} ${nodes.get(id)?.time?.ms}`;
    expect(['write:deep:polish', 'write:deep', 'write', 'publish'].map(timeOf)).toEqual([
      'exact 300',
      'atLeast 300',
      'atLeast 300',
      'exact 50',
    ]);
  });
});

describe('partsOf', () => {
  const byId = new Map(
    buildGraphShape(['a', 's', 's:x', 's:y', 't', 't:u', 't:u:v', 'f', 'f:__start__', 'f:g'], []).nodes.map(
      (node) => [node.id, node],
    ),
  );
  it.each([
    ['a', 't:u:v', ['|a>t', 't|>t:u', 't:u|>t:u:v']],
    ['t:u:v', 's:x', ['|t>s', 't|t:u>', 't:u|t:u:v>', 's|>s:x']],
    ['s:x', 's:y', ['s|s:x>s:y']],
    ['s:x', 's:x', ['s|s:x>s:x']],
    ['s', 's:x', ['s|>s:x']],
    ['a', 'f:__start__', ['|a>f']],
    ['f:__start__', 'f:g', ['f|>f:g']],
  ])('takes %s > %s apart', (source, target, expected) => {
    const parts = transitionsOf(byId, { id: 'e', source, target, conditional: false, label: null });
    expect(parts.map(({ container, from, to }) => `${container}|${from}>${to}`)).toEqual(expected);
  });
});

describe('waits', () => {
  const timed = (previousStep: number | null, ...executions: readonly Execution[]): OverlayStep => ({
    container: '',
    runId: 'r',
    previousStep,
    isFirst: previousStep === null,
    isLast: false,
    executions,
  });
  const task = (name: string, startMs?: number, endMs?: number, runId = 'r') =>
    executed(name, null, { spans: [recordedSpan(runId, startMs, endMs)] });
  const waitsOf = (...steps: readonly OverlayStep[]): string[] => {
    const { waits } = observePath(fan, steps);
    return fan.edges.flatMap(({ id, source, target }) =>
      waits.has(id) ? [`${source}>${target} ${waits.get(id)}`] : [],
    );
  };

  it('are from the end of the last task of the source to the first start of the target', () => {
    expect(
      waitsOf(
        timed(null, task('split', 0, 10)),
        timed(0, task('work', 14, 34), task('work', 18, 58)),
        timed(1, task('gather', 60, 65)),
      ),
    ).toEqual(['split>work 4', 'work>gather 2']);
  });

  it('are unknown without exact times, while a task runs, between two runs, and within one checkpoint', () => {
    const work = timed(0, task('work', 14, 20));
    expect(waitsOf(timed(null, task('split')), work)).toEqual([]);
    expect(waitsOf(timed(null, task('split', 0)), work)).toEqual([]);
    expect(waitsOf(timed(null, task('split', 0, 10, 's')), work)).toEqual([]);
    expect(waitsOf(timed(null, task('split', 0, 14)), work)).toEqual([]);
    const bounded = executed('split', null, { spans: [recordedSpan('r', 0, 10, { end: 'atMost' })] });
    expect(waitsOf(timed(null, bounded), work)).toEqual([]);
  });
});
