import { expect, it } from 'vitest';
import type { Connection } from '../../shared/model/connection.ts';
import { demoConnection } from '../../testing/renderer/stub-handlers.ts';
import { draftOfExported, missingText, readServerFile, serverFileText } from './server-file.ts';

const prod: Connection = {
  id: 'prod',
  kind: 'remote',
  name: 'Prod',
  url: 'https://prod.example',
  key: { storage: 'sealed', last4: 'zqx7' },
  headers: [{ name: 'x-team', last4: 'kvw9' }],
  trust: { caText: 'PEM', insecure: true, authorities: [] },
  production: true,
  group: 'EU',
};

it('servers are exported and imported again, without anything of their secrets', async () => {
  const text = serverFileText([demoConnection, prod]);
  for (const secret of ['zqx7', 'kvw9', 'last4', 'sealed']) expect(text).not.toContain(secret);
  const [server, ...more] = await readServerFile(new Blob([text]));
  expect(more).toEqual([]);
  if (!server) throw new Error('No server in the file.');
  expect(missingText(server)).toBe('Then enter its API key, header x-team.');
  expect(draftOfExported(server)).toEqual({
    id: null,
    name: 'Prod',
    url: 'https://prod.example',
    key: { change: 'remove' },
    headers: [],
    trust: { caText: 'PEM', insecure: false },
    production: true,
    group: 'EU',
  });
});

it.each(['', '{', '[]', 'null', '{"format":"remotegraph-studio-servers","version":2,"servers":[]}'])(
  'a file with %j is refused with the reason',
  async (text) => {
    await expect(readServerFile(new Blob([text]))).rejects.toThrow(/This file is not/);
  },
);
