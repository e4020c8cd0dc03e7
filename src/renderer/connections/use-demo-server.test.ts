import { expect, it } from 'vitest';
import type { LocalServerStatus, LogLine } from '../../shared/model/local-server.ts';
import { applyLogUpdate } from './use-demo-server.ts';

const status: LocalServerStatus = { state: 'ready', url: null, pid: 1, startedInMs: 5, problem: null };
const line = (seq: number): LogLine => ({
  seq,
  at: '2026-11-20T22:00:00Z',
  source: 'out',
  text: `line ${seq}`,
  level: null,
});
const empty = { status: null, lines: [], error: null };

it('adds new lines, and replaces all with the first update of a new subscription', () => {
  const one = applyLogUpdate(empty, { status, lines: [line(0), line(1)] }, true);
  const two = applyLogUpdate(one, { status, lines: [line(2)] }, false);
  expect(two.lines.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  const again = applyLogUpdate(two, { status, lines: [line(1), line(2)] }, true);
  expect(again.lines.map(({ seq }) => seq)).toEqual([1, 2]);
});
