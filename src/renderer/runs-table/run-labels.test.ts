import { describe, expect, it } from 'vitest';
import type { RunIndexState } from '../../shared/model/run-index.ts';
import { groupOptions, indexFilter, noRunFilter } from './run-filter.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import {
  coverageText,
  isScheduled,
  queueLabel,
  queueText,
  readableText,
  runCostText,
  runDurationText,
  runLineText,
  runStatusLabel,
  runTitle,
  runTokensText,
} from './run-labels.ts';

const state: RunIndexState = {
  version: 1,
  runs: 1284,
  counts: [
    { status: 'queued', count: 1 },
    { status: 'running', count: 2 },
    { status: 'interrupted', count: 3 },
    { status: 'paused', count: 1 },
    { status: 'failed', count: 4 },
    { status: 'timed-out', count: 1 },
    { status: 'ended', count: 5 },
    { status: 'finished', count: 9 },
  ],
  graphIds: ['agent', 'writer'],
  threads: 40,
  searchable: 12,
  searchableInPart: 0,
  hasMore: false,
  isReadingAll: false,
  readAt: 1,
  problem: null,
};

describe('the filter of runs', () => {
  it('counts the runs of each group, and those of which only the end is known nowhere but in all', () => {
    expect(groupOptions(state).map(({ label }) => label)).toEqual([
      'All 1,284',
      'Running 3',
      'Interrupted 4',
      'Failed 5',
      'Finished 9',
    ]);
  });

  it('ignores a graph that the server does not list', () => {
    const filter = { ...noRunFilter, text: ' declined ', graphId: 'agent' };
    expect(indexFilter({ ...filter, source: 'cron', age: 'hour' }, ['agent'])).toEqual({
      text: 'declined',
      statuses: [],
      graphIds: ['agent'],
      sources: ['cron'],
      maxAge: 3600,
      sortBy: 'createdAt',
      descending: true,
    });
    expect(indexFilter(filter, ['other']).graphIds).toEqual([]);
    expect(indexFilter({ ...noRunFilter, group: 'interrupted' }, []).statuses).toEqual([
      'interrupted',
      'paused',
    ]);
  });
});

describe('a listed run', () => {
  it('has the name of its thread, or a short ID', () => {
    expect(runTitle({ threadName: ' Release \n notes ', threadId: 't' })).toBe('Release notes');
    expect(runTitle({ threadName: null, threadId: '12345678-1234-1234-1234-123456789abc' })).toBe(
      'Thread 1234…56789abc',
    );
  });

  it('is called ended until it is known how it ended', () => {
    expect(runStatusLabel({ status: 'ended', endingText: null }).word).toBe('ended');
    expect(runStatusLabel({ status: 'timed-out', endingText: 'timed out' })).toEqual({
      status: 'timeout',
      word: 'timed out',
      title: 'timed out',
    });
  });

  it('has the bound of its duration, and none while it is unknown', () => {
    expect(runDurationText({ durationMs: 1234 })).toBe('≤ 1.2 s');
    expect(runDurationText({ durationMs: null })).toBe('');
  });

  it('costs what its models report by the price table, at least, if a part was not read', () => {
    const table = { ...emptyPriceTable, prices: [{ model: 'm', input: '1', cached: null, output: '2' }] };
    const usage = { models: [{ model: 'm', input: 1_000_000, cached: 0, output: 0 }], isUsageCut: false };
    expect(runCostText(usage, table)).toBe('$1.0000');
    expect(runCostText({ ...usage, isUsageCut: true }, table)).toBe('at least $1.0000');
    expect(runCostText({ ...usage, models: [] }, table)).toBe('');
    expect(runCostText(usage, emptyPriceTable)).toBe('');
    expect(runTokensText({ tokens: 1234, isUsageCut: true })).toBe('≥ 1,234');
    expect(runTokensText({ tokens: null, isUsageCut: false })).toBe('');
  });

  it('is scheduled if it is queued for later', () => {
    expect(isScheduled({ status: 'queued', ahead: null })).toBe(true);
    expect(isScheduled({ status: 'queued', ahead: 0 })).toBe(false);
    expect(isScheduled({ status: 'running', ahead: null })).toBe(false);
  });

  it('says how many runs come before it', () => {
    const textOf = (ahead: number | null) => queueText({ status: 'queued', ahead, createdAt: null });
    expect([null, 0, 1, 2].map(textOf)).toEqual([
      'scheduled',
      'starts next',
      'one run ahead of it',
      '2 runs ahead of it',
    ]);
    expect([null, 0, 2].map((ahead) => queueLabel({ ahead }))).toEqual(['scheduled', 'next', 'after 2']);
    expect(queueText({ status: 'running', ahead: null, createdAt: null })).toBe('');
  });

  it('names the number of its questions, if there are several', () => {
    expect(runLineText({ line: null })).toBe('');
    expect(runLineText({ line: { kind: 'question', text: 'Publish?' } })).toBe('Publish?');
    expect(runLineText({ line: { kind: 'question', text: 'Publish?', count: 2 } })).toBe(
      '2 questions: Publish?',
    );
  });

  it('has its texts as they are read best', () => {
    const textOf = (text: string, length = text.length) => readableText({ text, length });
    expect(textOf('"Two\\nlines"')).toBe('Two\nlines');
    expect(textOf('{"count":9007199254740993}')).toBe('{\n  "count": 9007199254740993\n}');
    expect(textOf(String.raw`{"a":"one\ntwo C:\\new"}`)).toBe('{\n  "a": "one\ntwo C:\\\\new"\n}');
    // Of a text that is cut, nothing is left out.
    expect(textOf('{"count":90071', 1000)).toBe('{"count":90071');
    expect(textOf('TypeError: no title')).toBe('TypeError: no title');
  });
});

it('the coverage says how many runs are listed, and how many threads can be searched', () => {
  expect(coverageText(state, 1284)).toBe('1,284 runs. 12 of 40 threads can be searched.');
  expect(coverageText({ ...state, hasMore: true }, 3)).toBe(
    '3 of 1,284 runs read so far. 12 of 40 threads can be searched.',
  );
  expect(coverageText({ ...state, searchableInPart: 3 }, 1284)).toBe(
    '1,284 runs. 12 of 40 threads can be searched, 3 only in part.',
  );
});
