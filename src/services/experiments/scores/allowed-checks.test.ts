import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServerClients } from '../../common/server-clients.ts';
import { createDocumentStore } from '../../storage/document-store.ts';
import { createMemoryVault } from '../../../testing/services/memory-vault.ts';
import { createScrubber } from '../../logging/scrubber.ts';
import { createCheckKeys } from './check-keys.ts';
import { createInputs, type Inputs } from '../../inputs/create-inputs.ts';

const connectionId = 'c';
const { signal } = new AbortController();
const clients: ServerClients = { get: () => Promise.reject(new Error('No server is asked.')) };
const command = (...words: readonly string[]): object => ({ kind: 'command', command: words });
let above: string;
let inputs: Inputs;

beforeEach(async () => {
  above = await realpath(await mkdtemp(join(tmpdir(), 'allowed-')));
  inputs = open();
});
afterEach(() => rm(above, { recursive: true, force: true }));

const open = (): Inputs => {
  const documents = createDocumentStore({ folder: join(above, 'data') });
  const keys = createCheckKeys({ documents, vault: createMemoryVault(), scrubber: createScrubber() });
  return createInputs({ documents, clients, keys });
};
const save = async (project: string, path: string, ...checks: readonly object[]): Promise<void> => {
  const folder = join(above, project, 'inputs');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, path), JSON.stringify({ version: 1, input: {}, checks }));
  await inputs.calls['inputs.chooseFolder']({ connectionId, folder }, signal);
};
const asked = async (...paths: string[]) =>
  (await inputs.calls['inputs.externalChecks']({ connectionId, paths }, signal)).checks;

it('what checks reach is asked for once, and again only after a change or for another project', async () => {
  const http = { kind: 'http', url: 'http://127.0.0.1:1/score' };
  const judge = { kind: 'judge', assistant: 'judge' };
  await save('one', 'a.json', command('node', 'a.mjs'), http, judge, { kind: 'status', is: 'finished' });
  await save('one', 'b.json', command('node', 'a.mjs'), { ...judge, server: 'Staging' });
  const saveUser = (path: string, user: object): Promise<void> =>
    writeFile(join(above, 'one', 'inputs', path), JSON.stringify({ version: 1, input: {}, user }));
  await saveUser('user.json', { server: 'Staging', assistant: 'customer' });
  await saveUser('own-user.json', { assistant: 'customer' });
  await writeFile(join(above, 'one', 'inputs', 'broken.json'), '{');
  const paths = ['a.json', 'b.json', 'broken.json', 'missing.json', 'own-user.json', 'user.json'];
  const checks = await asked(...paths);
  expect(checks).toEqual([
    { kind: 'command', text: '["node","a.mjs"]' },
    { kind: 'http', text: 'http://127.0.0.1:1/score' },
    { kind: 'judge', text: '["Staging","judge"]' },
    { kind: 'user', text: '["Staging","customer"]' },
  ]);
  await inputs.calls['inputs.allowChecks']({ connectionId, checks }, signal);
  expect(await asked(...paths)).toEqual([]);
  await saveUser('user.json', { server: 'Production', assistant: 'customer' });
  expect(await asked('user.json')).toEqual([{ kind: 'user', text: '["Production","customer"]' }]);
  await save('one', 'b.json', command('node', 'a.mjs', '--more'), command('node a.mjs'));
  expect((await asked('a.json', 'b.json')).map(({ text }) => text)).toEqual([
    '["node","a.mjs","--more"]',
    '["node a.mjs"]',
  ]);
  // A key that is sent along is another thing to agree to.
  await save('one', 'c.json', { ...http, headers: { authorization: 'score-key' } });
  expect(await asked('c.json')).toEqual([
    { kind: 'http', text: 'http://127.0.0.1:1/score, authorization: key score-key' },
  ]);
  // After a restart, and for the same file in a project of somebody else.
  inputs = open();
  expect(await asked('a.json')).toEqual([]);
  await save('two', 'a.json', command('node', 'a.mjs'), http);
  expect(await asked('a.json')).toHaveLength(2);
});

it('all is allowed for a folder of the command line until it ends, also for a group of inputs', async () => {
  await save('one', 'a.json', command('node', 'a.mjs'));
  const group = join(above, 'one', 'inputs', 'group');
  await mkdir(group);
  inputs.useFolder('cli', group);
  inputs.allowAllChecks('cli');
  const scope = await inputs.checkScope('cli');
  expect(scope.folder).toBe(join(above, 'one'));
  expect(await scope.isAllowed({ kind: 'command', text: '["rm"]' })).toBe(true);
  expect(await asked('a.json')).toHaveLength(1);
});
