import { expect, it } from 'vitest';
import type { LogLine } from '../../shared/model/local-server.ts';
import { appendLogLines, filterLog, maxLogLines, type LogLevelFilter } from './log-filter.ts';

const line = (seq: number, text = `line ${seq}`, level: LogLine['level'] = null): LogLine => ({
  seq,
  at: '2026-11-20T22:00:00Z',
  source: 'out',
  text,
  level,
});

it('the log adds lines, replaces all with the first of a subscription, and keeps a bounded number', () => {
  const one = appendLogLines([], [line(0), line(1)], true);
  expect(appendLogLines(one, [line(2)], false).map(({ seq }) => seq)).toEqual([0, 1, 2]);
  expect(appendLogLines(one, [line(5)], true).map(({ seq }) => seq)).toEqual([5]);
  const many = Array.from({ length: maxLogLines + 10 }, (_, seq) => line(seq));
  expect(appendLogLines([], many, true)[0]?.seq).toBe(10);
});

it('filters by text in any case, and by level', () => {
  const log = [
    line(0, 'Ready'),
    line(1, 'slow', 'warning'),
    line(2, 'ReadError', 'error'),
    line(3, 'GET', 'debug'),
  ];
  const seqs = (...rule: [string, LogLevelFilter]) => filterLog(log, ...rule).map(({ seq }) => seq);
  expect(seqs('read', 'all')).toEqual([0, 2]);
  expect(seqs('', 'all')).toEqual([0, 1, 2, 3]);
  expect(seqs('', 'info')).toEqual([0, 1, 2]);
  expect(seqs('', 'warning')).toEqual([1, 2]);
  expect(seqs('read', 'error')).toEqual([2]);
});
