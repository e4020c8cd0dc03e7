import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRecordingDrafts } from './recording-drafts.ts';

it('a new draft takes the room of the oldest one of its owner, and of nobody else', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'recording-drafts-'));
  const drafts = createRecordingDrafts({ dataFolder });
  const isKept = ({ content }: { readonly content: string }): Promise<boolean> =>
    access(content).then(
      () => true,
      () => false,
    );
  const ofAda = await drafts.create('ada');
  const ofNobody = await drafts.create();
  const ofBob = [];
  for (let count = 0; count < 9; count += 1) ofBob.push(await drafts.create('bob'));
  expect(await Promise.all(ofBob.map(isKept))).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
  expect(await Promise.all([ofAda, ofNobody].map(isKept))).toEqual([true, true]);
  await drafts.stop();
  expect(await isKept(ofAda)).toBe(false);
  await rm(dataFolder, { recursive: true });
});
