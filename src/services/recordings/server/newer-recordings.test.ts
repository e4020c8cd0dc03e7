import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordingFormat, recordingVersion } from '../format/manifest.ts';
import { createRecordedServers } from './recorded-servers.ts';

it('D-19: a recording that a newer studio has opened stays on the disk, and the log says why it is not listed', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'newer-recordings-'));
  const logged: string[] = [];
  try {
    const [newer, broken] = [
      `recording-${randomBytes(12).toString('hex')}`,
      `recording-${randomBytes(12).toString('hex')}`,
    ];
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
    await createRecordedServers({ dataFolder, log: (_level, message) => logged.push(message) }).load();
    expect(await readdir(join(dataFolder, 'recordings'))).toEqual([newer]);
    expect(logged.join('\n')).toContain('a newer studio has made it');
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
