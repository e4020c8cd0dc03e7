import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  recordedExecution as execution,
  recordedRun as run,
  threadRecord,
} from '../../../testing/thread-records.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { applyChange } from '../../../shared/thread-record/apply-change.ts';
import { indexRecord } from '../../../shared/thread-record/record-index.ts';
import { recordChange, shareUnchanged } from './record-change.ts';

it('a run whose checkpoints were read before its record takes its place once that is listed', () => {
  // A run that only checkpoints name comes before all listed ones.
  const unlisted = run('r2', { createdAt: null, status: 'unknown', ending: null });
  const before = threadRecord({ checkpoints: [], runs: [unlisted, run('r1')] });
  const after = { ...before, runs: [run('r1'), run('r2')] };
  const change = recordChange(before, after);
  if (change === null) throw new Error('It changed.');
  expect(applyChange(before, change)?.runs).toEqual(after.runs);
});

it('a change leads to the newer record, and keeps what did not change', () => {
  const executions = fc.uniqueArray(fc.tuple(fc.nat(9), fc.constantFrom('running', 'finished')), {
    selector: ([id]) => id,
  });
  const recordOf = (entries: readonly (readonly [number, 'running' | 'finished'])[]): ThreadRecord =>
    threadRecord({
      checkpoints: [],
      executions: entries.map(([id, status]) => execution(`${id}`, null, null, { status })),
    });
  fc.assert(
    fc.property(executions, executions, (old, now) => {
      const before = recordOf(old);
      const after = shareUnchanged(before, recordOf(now));
      const change = recordChange(before, after);
      const applied = change === null ? before : applyChange(before, change);
      expect(applied).toEqual(after);
      for (const [index, entry] of after.executions.entries()) expect(applied?.executions[index]).toBe(entry);
      expect(isDeepStrictEqual(old, now)).toBe(change === null);
    }),
  );
});

it('a change costs what it changes', () => {
  const entries = Array.from({ length: 1000 }, (_, id) => execution(`${id}`, null, null));
  const before = threadRecord({ checkpoints: [], executions: entries });
  const running = execution('7', null, null, { status: 'running' });
  const added = execution('new', null, null);
  const executions = [
    ...entries.slice(0, 7),
    running,
    ...entries.slice(8, 500),
    added,
    ...entries.slice(500),
  ];
  expect(recordChange(before, { ...before, executions })).toMatchObject({
    executions: [[0, 7], running, [8, 500], added, [500, 1000]],
  });
});

it('look-ups that followed changes, from both ends of a port, say the same as those of the newest record', () => {
  const ids = fc.uniqueArray(fc.nat(9), { maxLength: 8 });
  const versions = fc.array(fc.array(fc.tuple(fc.nat(9), fc.constantFrom('a', 'b', 'c'))), { maxLength: 6 });
  fc.assert(
    fc.property(ids, versions, (first, changes) => {
      const listOf = (entries: readonly (readonly [number, string])[]) =>
        [...new Map(entries).entries()].map(([id, read]) => execution(`n${id}`, read, null));
      let sent = threadRecord({ checkpoints: [], executions: listOf(first.map((id) => [id, 'a'])) });
      let received = structuredClone(sent);
      indexRecord(received);
      for (const entries of changes) {
        const next = shareUnchanged(sent, { ...sent, executions: listOf(entries) });
        const change = recordChange(sent, next);
        sent = next;
        if (change === null) continue;
        received = applyChange(received, structuredClone(change)) ?? received;
        expect(received.executions).toEqual(sent.executions);
        const [followed, fresh] = [received, structuredClone(received)].map(indexRecord);
        for (const { executionId } of received.executions)
          expect(followed?.executions.get(executionId)).toEqual(fresh?.executions.get(executionId));
        for (const read of ['a', 'b', 'c'])
          expect(followed?.executions.thatRead('', read)).toEqual(fresh?.executions.thatRead('', read));
      }
    }),
  );
});
