import { expect, it } from 'vitest';
import type { MissingPart, RecordingManifest } from './manifest.ts';
import { recordedAgain } from './record-again.ts';

const manifest = (
  recordedAt: string,
  knownSecrets: number,
  missing: readonly MissingPart[],
  runId: string | null = null,
) =>
  ({
    recorded_at: recordedAt,
    run_id: runId,
    missing: [...missing],
    scrubbed: { known: knownSecrets, likely: 1, hosts: 0 },
  }) as unknown as RecordingManifest;

const cut: MissingPart = { what: 'truncated', reason: 'The file was cut off.' };
const first: MissingPart = { what: 'frames', run_id: 'one', reason: 'It was not resumable.' };
const other: MissingPart = { what: 'frames', run_id: 'two', reason: 'It was not resumable.' };
const source = manifest('then', 2, [cut, first, other]);

it('a recording of a recording is of its time, and lacks all that it lacked', () => {
  const again = manifest('now', 3, [
    { ...first, reason: 'Nobody has them.' },
    { what: 'graph', reason: 'Not there.' },
  ]);
  expect(recordedAgain(again, source)).toEqual(
    expect.objectContaining({
      recorded_at: 'then',
      missing: [cut, first, other, { what: 'graph', reason: 'Not there.' }],
      scrubbed: { known: 5, likely: 2, hosts: 0 },
    }),
  );
});

it('of one of its runs, it does not lack what was of other ones', () => {
  expect(recordedAgain(manifest('now', 0, [], 'two'), source).missing).toEqual([cut, other]);
});
