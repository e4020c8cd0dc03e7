import { describe, expect, it } from 'vitest';
import type { Breakpoint } from '../../shared/model/breakpoint.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import { checkBreakpoints, type StopSituation } from './check-breakpoints.ts';
import { continuationOf, withServerBreakpoints } from './server-breakpoints.ts';
import { aBreakpoint } from '../../testing/builders.ts';

const stopAt = (more: Partial<StopSituation> = {}): StopSituation => ({
  checkpointId: 'c',
  runId: 'r',
  next: ['review'],
  ran: ['write'],
  valuesText: '{"revision":2,"text":"new"}',
  valuesBeforeText: '{"revision": 1,"text":"new"}',
  ...more,
});
const newVisits = (sinceInput = true) => ({ counts: new Map<string, number>(), sinceInput });
const check = (one: Breakpoint, stop = stopAt(), visits = newVisits()) =>
  checkBreakpoints([one], stop, visits);

describe('a breakpoint where a run has stopped', () => {
  it('holds before the nodes that run next, and after those that ran', () => {
    expect(check(aBreakpoint('review')).hits).toMatchObject([{ nodeId: 'review', findings: [] }]);
    expect(check(aBreakpoint('write')).hits).toEqual([]);
    expect(check(aBreakpoint('write')).isBreakpointHere).toBe(false);
    expect(check(aBreakpoint('write', { side: 'after' })).hits).toHaveLength(1);
    expect(check(aBreakpoint('*', { side: 'after' })).hits).toMatchObject([{ nodeId: 'write' }]);
    expect(check(aBreakpoint('*', { side: 'after' }), stopAt({ ran: ['__start__'] })).hits).toEqual([]);
  });

  it('counts visits, and tasks of one superstep as several', () => {
    const visitsOf = (one: Breakpoint, ...stops: readonly string[][]): (number | null)[] => {
      const visits = newVisits();
      return stops.map((next) => {
        const [finding] = check(one, stopAt({ next }), visits).hits[0]?.findings ?? [];
        return finding?.kind === 'visit' ? finding.visit : null;
      });
    };
    const third = aBreakpoint('a', { hitCount: { kind: 'nth', count: 3 } });
    expect(visitsOf(third, ['a'], ['b'], ['a'], ['a'], ['a'])).toEqual([null, null, null, 3, null]);
    expect(visitsOf(third, ['a'], ['a', 'a', 'a'], ['a'])).toEqual([null, 3, null]);
    const second = aBreakpoint('a', { hitCount: { kind: 'every', count: 2 } });
    expect(visitsOf(second, ['a'], ['a'], ['a'], ['a', 'a', 'a'], ['a'])).toEqual([null, 2, null, 6, null]);
  });

  it('compares keys by their values, whatever their spelling', () => {
    const changed = (changedKeys: string[], more: Partial<StopSituation> = {}) =>
      check(aBreakpoint('write', { side: 'after', changedKeys }), stopAt(more)).hits[0]?.findings;
    expect(changed(['text', 'revision'])).toEqual([
      { kind: 'changed', key: 'revision', before: '1', after: '2' },
    ]);
    expect(changed(['text'])).toBeUndefined();
    expect(changed(['a'], { valuesBeforeText: '{"a":[1, 2]}', valuesText: '{"a":[1,2]}' })).toBeUndefined();
    expect(changed(['a'], { valuesBeforeText: '{}', valuesText: '{"a":null}' })).toEqual([
      { kind: 'changed', key: 'a', before: null, after: 'null' },
    ]);
    const long = `{"a":"${'x'.repeat(5000)}"}`;
    expect(JSON.stringify(changed(['a'], { valuesText: long })).length).toBeLessThan(400);
  });

  it('needs all of its conditions, and stops at one that can’t be evaluated', () => {
    const hit = { kind: 'nth', count: 1 } as const;
    expect(check(aBreakpoint('review', { hitCount: hit, condition: 'revision > 2' })).hits).toEqual([]);
    expect(check(aBreakpoint('review', { hitCount: hit, condition: 'revision > 1' })).hits).toMatchObject([
      { findings: [{ kind: 'visit', visit: 1, sinceInput: true }, { kind: 'condition' }] },
    ]);
    for (const condition of ['text > 1', 'revision >', 'text.x.y'])
      expect(check(aBreakpoint('review', { condition, logMessage: 'x' })).hits).toMatchObject([
        { findings: [{ kind: 'broken', expression: condition }] },
      ]);
  });

  it('writes a line instead of stopping, also with a value that can’t be read', () => {
    const { hits, lines, isBreakpointHere } = check(
      aBreakpoint('review', {
        logMessage: 'r={revision} {text} {$} {text - 1} {{}}',
        condition: 'revision == 2',
      }),
    );
    expect(hits).toEqual([]);
    expect(isBreakpointHere).toBe(true);
    expect(lines).toEqual([
      {
        nodeId: 'review',
        side: 'before',
        visit: 1,
        checkpointId: 'c',
        runId: 'r',
        text: 'r=2 new {"revision":2,"text":"new"} {Can’t calculate a string - a number.} {}',
      },
    ]);
    expect(check(aBreakpoint('review', { logMessage: 'x', condition: 'revision == 1' })).lines).toEqual([]);
    expect(check(aBreakpoint('review', { logMessage: 'a {b' })).lines).toMatchObject([{ text: 'a {b' }]);
    const long = stopAt({ valuesText: `{"text":"${'x'.repeat(100_000)}"}` });
    const [line] = check(aBreakpoint('review', { logMessage: '{text}{text}' }), long).lines;
    expect(line?.text.length).toBeLessThan(4010);
  });
});

const request = (breakpoints: Breakpoint[], more: Partial<RunRequest> = {}): RunRequest => ({
  connectionId: 's',
  assistantId: 'a',
  threadId: 't',
  checkpointId: 'c',
  checkpointNs: '',
  trigger: { kind: 'input', inputText: '{}' },
  background: true,
  options: {
    ...defaultRunOptions,
    interruptBefore: ['own'],
    multitaskStrategy: 'interrupt',
    afterSeconds: 9,
  },
  breakpoints,
  ...more,
});

describe('a request with breakpoints', () => {
  it('tells the server to stop at all of them', () => {
    const { options, background } = withServerBreakpoints(
      request([
        aBreakpoint('a', { condition: 'x' }),
        aBreakpoint('b', { enabled: false }),
        aBreakpoint('sub:c'),
        aBreakpoint('d', { side: 'after' }),
      ]),
    );
    expect(options).toMatchObject({ interruptBefore: ['own', 'a'], interruptAfter: ['d'] });
    expect(background).toBe(false);
    expect(withServerBreakpoints(request([aBreakpoint('a')])).background).toBe(true);
    expect(withServerBreakpoints(request([aBreakpoint('*')])).options.interruptBefore).toEqual(['*']);
  });

  it('is sent as it is without any that applies', () => {
    for (const one of [request([]), request([aBreakpoint('a')], { threadId: null })])
      expect(withServerBreakpoints(one)).toBe(one);
  });

  it('is continued without an input, a delay, or the right to end the run of somebody else', () => {
    expect(continuationOf(request([]))).toMatchObject({
      checkpointId: null,
      trigger: { kind: 'continue' },
      options: { interruptBefore: ['own'], multitaskStrategy: 'reject', afterSeconds: null },
    });
  });
});
