import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenIssuer } from '../../testing/team/token-issuer.ts';
import { readTeamOptions } from './team-options.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'team-options-'));
});
afterEach(() => rm(folder, { recursive: true }));

const good = {
  publicUrl: 'https://studio.example.com',
  header: 'X-Forwarded-Access-Token',
  issuer: 'https://login.example.com',
  audience: 'studio',
  jwksUrl: 'https://login.example.com/keys',
  roles: { look: ['*'], edit: ['owners'] },
};

async function read(content: unknown) {
  const path = join(folder, 'team.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return readTeamOptions(path);
}

it('a file with all that is needed is read, with defaults for the rest', async () => {
  expect(await read(good)).toMatchObject({
    publicOrigin: 'https://studio.example.com',
    header: 'x-forwarded-access-token',
    audience: ['studio'],
    keys: { url: 'https://login.example.com/keys' },
    nameClaim: 'name',
    groupsClaim: 'groups',
    roles: { look: ['*'], run: [], edit: ['owners'] },
  });
});

it('keys are read from a file beside it, and private or shared ones are refused', async () => {
  const { jwksUrl: _, ...rest } = good;
  const { keySet } = await createTokenIssuer();
  await writeFile(join(folder, 'keys.json'), JSON.stringify(keySet));
  expect(await read({ ...rest, keysFile: 'keys.json' })).toMatchObject({ keys: { set: keySet } });
  for (const key of [{ ...keySet.keys[0], d: 'secret' }, { kty: 'oct', k: 'c2VjcmV0' }, {}]) {
    await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [key] }));
    await expect(read({ ...rest, keysFile: 'keys.json' })).rejects.toThrow(/no set of public keys/);
  }
  await expect(read({ ...rest, keysFile: 'none.json' })).rejects.toThrow(/can't be read/);
});

const without = (name: keyof typeof good): unknown =>
  Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));

test.each<[string, unknown, string]>([
  ['no JSON', '{\n  "issuer": "x",\n  oops\n}', 'line 3: This is no JSON'],
  ['an empty file', '', 'line 1: This is no JSON'],
  ['no issuer', without('issuer'), 'line 1: "issuer" is missing'],
  ['no audience', without('audience'), 'line 1: "audience" '],
  ['no header', without('header'), 'line 1: "header" is missing'],
  ['an empty audience', { ...good, audience: [] }, 'line 5: "audience'],
  ['a header that is none', { ...good, header: 'X Token' }, 'line 3: "header" must be the name of a header'],
  ['a shared secret', { ...good, algorithms: ['HS256'] }, 'line 16: "algorithms.0"'],
  ['no signature', { ...good, algorithms: ['none'] }, 'line 16: "algorithms.0"'],
  [
    'keys over plain http',
    { ...good, jwksUrl: 'http://login.example.com/keys' },
    'line 6: "jwksUrl" must be an https',
  ],
  [
    'a path of the studio',
    { ...good, publicUrl: 'https://a.example/b' },
    'line 2: "publicUrl" must be an address without',
  ],
  ['no keys', without('jwksUrl'), 'line 1: It needs either "jwksUrl" or "keysFile"'],
  ['a misspelt name', { ...good, audiences: 'x' }, 'line 15: "audiences" is not known'],
  ['a role that there is not', { ...good, roles: { admin: ['*'] } }, 'line 8: "roles.admin" is not known'],
  ['roles of nobody', { ...good, roles: {} }, 'line 7: "roles" names no group'],
])('%s is refused, with its line', async (_, content, problem) => {
  await expect(read(content)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining(problem),
  });
});
