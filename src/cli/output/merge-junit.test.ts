import { describe, expect, it } from 'vitest';
import type { ExperimentRow } from '../../shared/model/experiment.ts';
import type { Shard } from '../args/shard.ts';
import { toJUnit } from './junit.ts';
import { mergeJUnit } from './merge-junit.ts';
import { nothingRan } from './refused-inputs.ts';

const { experiment: empty } = nothingRan('7c9e6679-7425-40de-944b-e07fc1f90ae7', 'c');
const targets = ['writer <&>', 'support'].map((assistantName) => ({
  connectionId: 'c',
  serverName: 'demo',
  assistantId: assistantName,
  assistantName,
  graphId: 'g',
  version: 1,
  isPinned: false,
}));
const notStarted = (path: string, target: number): ExperimentRow => ({
  index: 0,
  path,
  target,
  changed: null,
  threadId: null,
  runId: null,
  repetition: 1,
  revision: null,
  problem: `  </testsuite>\n</testsuites>\n  <testsuite name="${path}">`,
  result: null,
});
const report = (
  shard: Shard | null,
  rows: readonly ExperimentRow[],
  name = `checks-${shard?.number ?? 0}.xml`,
) => ({
  name,
  text: toJUnit({ ...empty, createdAt: '2026-01-01T00:00:00.000Z', targets }, rows, shard),
});

describe('merged reports', () => {
  it('are what one check of all inputs would have written, whatever stands in them', () => {
    const rows = [notStarted('a', 0), notStarted('b', 0), notStarted('c', 1)];
    const merged = mergeJUnit([
      report({ number: 2, total: 3 }, rows.slice(2)),
      report({ number: 1, total: 3 }, rows.slice(0, 2)),
      report({ number: 3, total: 3 }, []),
    ]);
    expect(merged).toBe(report(null, rows).text);
  });

  it('of whole checks add up', () => {
    const one = report(null, [notStarted('a', 0)]);
    expect(mergeJUnit([one, one])).toContain(
      '<testsuites name="remote-graph-studio check" tests="2" failures="0" errors="2"',
    );
    expect(mergeJUnit([one])).toBe(one.text);
  });

  it.each([
    ['names the shards that are missing', [1, 4], 'Of 4 shards, 2 are missing: 2, 3.'],
    ['names a shard that comes twice', [1, 1], 'checks-1.xml and checks-1.xml are both shard 1.'],
  ])('is refused and %s', (_, numbers, message) => {
    const reports = numbers.map((number) => report({ number, total: 4 }, []));
    expect(() => mergeJUnit(reports)).toThrow(message);
  });

  it('are refused when they are of different checks', () => {
    const reports = [report({ number: 1, total: 2 }, []), report({ number: 2, total: 3 }, [])];
    expect(() => mergeJUnit(reports)).toThrow('checks-2.xml is one of 3 shards, others are one of 2.');
    expect(() => mergeJUnit([report({ number: 1, total: 1 }, []), report(null, [])])).toThrow(
      'checks-0.xml is a report of all inputs, others are one of 1.',
    );
  });

  it.each([
    '',
    '<testsuites/>',
    report(null, []).text.replace('remote-graph-studio check', 'pytest'),
    report(null, []).text.slice(0, -20),
    report(null, []).text.replace('</testsuites>', '<testcase name="lost"/></testsuites>'),
    report(null, []).text.replace('tests="0" failures="0" errors="0" time="0" timestamp', 'timestamp'),
  ])('are refused when a file is not a report of check: %j', (text) => {
    expect(() => mergeJUnit([{ name: 'x.xml', text }])).toThrow(
      'x.xml is not a report that check --junit wrote.',
    );
  });
});
