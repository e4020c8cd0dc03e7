import { describe, expect, it } from 'vitest';
import type { OverlayStep } from '../../../shared/thread-record/overlay.ts';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { recordedExecution, recordedSpan } from '../../../testing/thread-records.ts';
import { criticalPath } from './critical-path.ts';
import { observePath } from './observed-path.ts';

/** Steps in order, each after the one before it in its container: `plan/10, look/?`, `write@draft/5`, `^` begins anew. */
function stepsOf(...texts: readonly string[]): OverlayStep[] {
  const last = new Map<string, number>();
  return texts.map((text, index) => {
    const [, isEntry = '', container = '', tasks = ''] = /^(\^?)(?:(\w+)@)?(.*)$/.exec(text) ?? [];
    const before = isEntry === '' ? (last.get(container) ?? null) : null;
    last.set(container, index);
    return {
      container,
      runId: 'r',
      previousStep: before,
      isFirst: before === null,
      isLast: false,
      executions: tasks.split(', ').map((task) => {
        const [name = '', ms = '?'] = task.split('/');
        const nodeId = container === '' ? name : `${container}:${name}`;
        const spans = [ms === '?' ? recordedSpan('r') : recordedSpan('r', 0, Number(ms))];
        return recordedExecution(nodeId, null, null, { status: 'finished', spans });
      }),
    };
  });
}

function pathOf(...texts: readonly string[]): string {
  const { steps, ms, unclear } = criticalPath(stepsOf(...texts));
  const names = steps.map(({ container, executions }) => {
    const all = executions.map(({ name }) => name).join('+') || 'unknown';
    return container === '' ? all : `${container}@${all}`;
  });
  return `${names.join(' ')} = ${ms}, ${unclear} unclear`;
}

describe('criticalPath', () => {
  it.each<[string, readonly string[], string]>([
    ['every node of a chain', ['plan/10', 'write/30'], 'plan write = 40, 0 unclear'],
    ['the slowest of several nodes', ['plan/10', 'a/5, b/80, c/20', 'end/1'], 'plan b end = 91, 0 unclear'],
    ['the slowest task of a fan-out', ['work/5, work/80, work/20'], 'work = 80, 0 unclear'],
    ['each turn of a loop', ['plan/10', 'check/5', 'plan/20'], 'plan check plan = 35, 0 unclear'],
    [
      'the steps of a subgraph on it, and of no other',
      ['plan/10', 'sub/50, other/20', '^sub@x/40', '^other@y/15', 'sub@z/8'],
      'plan sub sub@x sub@z = 60, 0 unclear',
    ],
    [
      'the longest of several parallel calls of a subgraph',
      ['sub/20, sub/90', '^sub@x/15', '^sub@x/85'],
      'sub sub@x = 90, 0 unclear',
    ],
    [
      'all calls of a subgraph in a loop',
      ['sub/20', 'sub/30', '^sub@x/15', '^sub@y/25'],
      'sub sub sub@x sub@y = 50, 0 unclear',
    ],
    ['a node of unknown time if there is no other', ['plan/10', 'ask/?'], 'plan ask = 10, 1 unclear'],
    ['nobody where no time is known', ['plan/10', 'a/?, b/?', 'end/1'], 'plan unknown end = 11, 1 unclear'],
    ['the longest known one beside an unknown one', ['a/5, b/?'], 'a = 5, 1 unclear'],
    ['all that took equally long, as a history tells', ['a/50, b/50', 'end/1'], 'a+b end = 51, 1 unclear'],
    ['the latest branch', ['plan/10', 'old/90', '^new/1', 'next/2'], 'new next = 3, 0 unclear'],
    ['nothing without steps', [], ' = 0, 0 unclear'],
  ])('goes through %s', (_, texts, expected) => {
    expect(pathOf(...texts)).toBe(expected);
  });

  it('can be drawn as a trace: only its edges are taken', () => {
    const shape = buildGraphShape(
      ['__start__', 'plan', 'a', 'b', 'send', '__end__'],
      ['__start__>plan', 'plan>a', 'plan>b', 'a>send', 'b>send', 'send>__end__'],
    );
    const { steps } = criticalPath(stepsOf('plan/10', 'a/5, b/80', 'send/1'));
    const { traversalCounts, nodes } = observePath(shape, steps);
    const edges = shape.edges
      .filter(({ id }) => traversalCounts.has(id))
      .map(({ source, target }) => `${source}>${target}`);
    expect(edges).toEqual(['__start__>plan', 'plan>b', 'b>send']);
    expect([...nodes.keys()]).toEqual(['plan', 'b', 'send']);
  });

  it('ends on a history that goes round', () => {
    const round = stepsOf('a/1', 'b/2').map((step, index) => ({ ...step, previousStep: 1 - index }));
    expect(criticalPath(round).steps).toEqual([]);
  });
});
