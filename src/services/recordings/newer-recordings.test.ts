import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordingFormat, recordingVersion } from './manifest.ts';
import { createRecordedServers } from './recorded-servers.ts';

it('recordings that can not be read stay on the disk, the log says why they are not listed, and unfinished ones go', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'newer-recordings-'));
  const logged: string[] = [];
  try {
    const newName = () => `recording-${randomBytes(12).toString('hex')}`;
    const [newer, broken, unfinished] = [newName(), newName(), newName()];
    for (const [name, manifest] of [
      [newer, { format: recordingFormat, version: recordingVersion + 1 }],
      [broken, { format: recordingFormat, version: recordingVersion }],
    ] as const) {
      const folder = join(dataFolder, 'recordings', name);
      await mkdir(folder, { recursive: true });
      const about = { fileName: 'a.recording.zip', openedAt: '2026-06-01T08:00:00.000Z' };
      await writeFile(join(folder, 'about.json'), JSON.stringify(about));
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    }
    await mkdir(join(dataFolder, 'recordings', unfinished));
    await createRecordedServers({ dataFolder, log: (_level, message) => logged.push(message) }).load();
    expect((await readdir(join(dataFolder, 'recordings'))).toSorted()).toEqual([newer, broken].toSorted());
    expect(logged).toHaveLength(2);
    expect(logged.join('\n')).toContain('a newer studio created it');
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
