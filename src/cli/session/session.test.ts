import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSessionDocuments } from '../../services/storage/session-documents.ts';
import { serializeDocument, type DocumentSpec } from '../../services/storage/versioned-document.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { findAssistant } from './pick-assistant.ts';
import { createSessionFolder } from './session-folder.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'studio-session-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const spec: DocumentSpec<{ readonly n: number }> = {
  name: 'numbers',
  version: 1,
  schema: z.strictObject({ n: z.number() }),
  initial: { n: 0 },
};

describe('documents of a session', () => {
  it('are read from the data folder, and changed in memory only', async () => {
    await writeFile(join(folder, 'numbers.json'), serializeDocument(spec, { n: 1 }));
    const document = await createSessionDocuments(folder).open(spec);
    expect(await document.update(({ n }) => ({ n: n + 1 }))).toEqual({ n: 2 });
    expect(document.value()).toEqual({ n: 2 });
    expect((await createSessionDocuments(folder).open(spec)).value()).toEqual({ n: 1 });
    expect(await readdir(folder)).toEqual(['numbers.json']);
  });

  it('leave a broken file, and the half-written one of a running studio, where they are', async () => {
    await writeFile(join(folder, 'numbers.json'), '{');
    await writeFile(join(folder, '.numbers.json.0123456789ab.tmp'), 'x');
    const document = await createSessionDocuments(folder).open(spec);
    expect(document.value()).toEqual({ n: 0 });
    expect(document.notice).toContain('could not be used');
    expect(await readdir(folder)).toHaveLength(2);
    expect((await createSessionDocuments(join(folder, 'missing')).open(spec)).value()).toEqual({ n: 0 });
  });
});

it('the folder of a session is removed with it, and those of killed ones at the next', async () => {
  await mkdir(join(folder, 'command-line-999999999-dead'));
  await mkdir(join(folder, 'something else'));
  const [one, other] = [await createSessionFolder(folder), await createSessionFolder(folder)];
  expect(await readdir(folder)).toHaveLength(3);
  await one.remove();
  expect(await readdir(folder)).toHaveLength(2);
  await other.remove();
  expect(await readdir(folder)).toEqual(['something else']);
});

it('a command that ends takes nothing from one that begins at the same moment', async () => {
  const command = async (): Promise<void> => {
    for (let times = 0; times < 20; times += 1) await (await createSessionFolder(folder)).remove();
  };
  await Promise.all(Array.from({ length: 8 }, command));
  expect(await readdir(folder)).toEqual([]);
});

describe('an assistant', () => {
  const assistant = (assistantId: string, name: string, graphId: string, bySystem = false): Assistant => ({
    assistantId,
    name,
    graphId,
    bySystem,
    description: null,
    version: 1,
    updatedAt: null,
    configText: '{}',
    contextText: '{}',
  });
  const all = [
    assistant('1', 'writer', 'writer', true),
    assistant('2', 'Careful', 'writer'),
    assistant('3', 'Twin', 'desk'),
    assistant('4', 'Twin', 'desk'),
  ];

  it('is found by ID, name or graph', () => {
    expect(findAssistant(all, '2', 'S').assistantId).toBe('2');
    expect(findAssistant(all, 'Careful', 'S').assistantId).toBe('2');
    expect(findAssistant(all, 'writer', 'S').assistantId).toBe('1');
    expect(findAssistant(all.slice(0, 1), null, 'S').assistantId).toBe('1');
  });

  it('is asked for otherwise', () => {
    expect(() => findAssistant(all, 'Twin', 'S')).toThrow('Several assistants are called "Twin".');
    expect(() => findAssistant(all, 'desk', 'S')).toThrow(
      'Several assistants run the graph "desk": Twin, Twin.',
    );
    expect(() => findAssistant(all, null, 'S')).toThrow('Which assistant?');
    expect(() => findAssistant(all, 'none', 'S')).toThrow('S has no assistant "none".');
    expect(() => findAssistant([], 'none', 'S')).toThrow(expect.objectContaining({ hint: 'It has none.' }));
  });
});
