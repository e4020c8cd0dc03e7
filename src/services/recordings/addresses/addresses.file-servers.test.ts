import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFileServers, type FileServers } from '../../../testing/file-servers/start-file-servers.ts';
import { makeRecording } from '../../../testing/services/make-recording.ts';
import { createAddressNetwork, type AddressNetwork } from './address-network.ts';
import { probeFile, downloadFile } from './download.ts';
import { uploadFile } from './upload.ts';

const { signal } = new AbortController();
const limits = { bytes: 10_000_000, idleMs: 20_000, totalMs: 60_000 };
let folder: string;
let zip: string;
let servers: FileServers;
let network: AddressNetwork;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-servers-'));
  ({ zip } = await makeRecording(folder, { bytes: 200_000 }));
  servers = await startFileServers(folder);
  network = createAddressNetwork({ platform: { proxyFor: () => Promise.resolve(null) } });
});
afterAll(async () => {
  await network.close();
  await servers.stop();
  await rm(folder, { recursive: true, force: true });
});

const send = (address: string) =>
  uploadFile(network, new URL(address), zip, { limits, signal, onProgress: () => undefined });

it.each([
  ['S3, by links that are presigned', () => [servers.put, servers.get] as const],
  ['WebDAV', () => [`${servers.dav}/saved.recording.zip`, `${servers.dav}/saved.recording.zip`] as const],
])('a recording that is saved to %s is the same once it is downloaded', async (name, links) => {
  const [put, get] = links();
  await send(put);
  const address = new URL(get);
  const remote = await probeFile(network, address, limits, signal);
  const bytes = await readFile(zip);
  expect(remote).toMatchObject({ host: address.host, bytes: bytes.length });
  const path = join(folder, `back-${name.slice(0, 2)}`);
  await downloadFile(network, { address, ...remote }, path, { limits, signal, onProgress: () => undefined });
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

it('S3 says in its own words that there is no such file', async () => {
  await expect(probeFile(network, new URL(servers.missing), limits, signal)).rejects.toMatchObject({
    code: 'not-found',
    details: { server: expect.stringContaining('NoSuchKey') as string },
  });
});

it('WebDAV has no folder for a file', async () => {
  await expect(send(`${servers.dav}/none/saved.zip`)).rejects.toMatchObject({ code: 'conflict' });
});
