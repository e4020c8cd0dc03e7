import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../../shared/app-error.ts';
import type { TlsTrust } from '../../../shared/model/network.ts';
import { makeAuthority, makeCertificate } from '../../../testing/fault-servers/certificates.ts';
import { startFileServer, type FileServer } from '../../../testing/file-server.ts';
import { makeRecording } from '../../../testing/services/make-recording.ts';
import { createScrubber } from '../../logging/scrubber.ts';
import { createRecordedServers } from '../recorded-servers.ts';
import { createAddressNetwork, type AddressNetwork } from './address-network.ts';
import { createAddresses } from './create-addresses.ts';
import { probeFile, downloadFile } from './download.ts';
import { uploadFile } from './upload.ts';
import { slowness } from '../../../testing/slowness.ts';

const { signal } = new AbortController();
const limits = { bytes: 10_000_000, idleMs: 700 * slowness(), totalMs: 3_500 * slowness() };
let folder: string;
let zip: string;
let bytes: Buffer;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'addresses-'));
  ({ zip } = await makeRecording(folder, { bytes: 20_000 }));
  bytes = await readFile(zip);
});
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function serve(options: Parameters<typeof startFileServer>[0] = {}): Promise<FileServer> {
  const server = await startFileServer(options);
  ends.push(() => server.stop());
  server.files.set('/tides.recording.zip', bytes);
  return server;
}

function network(
  options: {
    readonly trust?: TlsTrust;
    readonly lookup?: Parameters<typeof createAddressNetwork>[0]['lookup'];
  } = {},
): AddressNetwork {
  const created = createAddressNetwork({
    platform: { proxyFor: () => Promise.resolve(null) },
    ...(options.trust ? { trust: options.trust } : {}),
    ...(options.lookup ? { lookup: options.lookup } : {}),
  });
  ends.push(() => created.close());
  return created;
}

const ask = (address: string, through = network(), within = limits) =>
  probeFile(through, new URL(address), within, signal);

async function problemOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`It did not fail as expected: ${String(error)}`);
}

let downloads = 0;
async function download(
  address: string,
  { size = bytes.length as number | null, through = network(), within = limits, abort = signal } = {},
): Promise<Buffer> {
  const path = join(folder, `download-${(downloads += 1)}`);
  const url = new URL(address);
  await downloadFile(through, { address: url, host: url.host, bytes: size }, path, {
    limits: within,
    signal: abort,
    onProgress: () => undefined,
  });
  return readFile(path);
}

it('a file is asked about by its first kilobyte, and sent nothing of the studio', async () => {
  const server = await serve();
  const address = server.presigned('/tides.recording.zip');
  expect(await ask(address)).toEqual({
    host: new URL(server.url).host,
    place: `${new URL(server.url).host}/tides.recording.zip`,
    fileName: 'tides.recording.zip',
    bytes: bytes.length,
  });
  const [request] = server.requests;
  expect(request?.method).toBe('GET');
  expect(request?.headers.range).toBe('bytes=0-1023');
  expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'range',
    'sec-fetch-mode',
    'user-agent',
  ]);
});

it('a file is downloaded byte by byte', async () => {
  const server = await serve();
  expect((await download(server.presigned('/tides.recording.zip'))).equals(bytes)).toBe(true);
});

it('a server without ranges and without a length is asked, too', async () => {
  const server = await serve({
    answer: (_request, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="moons.zip"' });
      response.write(bytes.subarray(0, 2000));
      response.end(bytes.subarray(2000));
      return true;
    },
  });
  expect(await ask(`${server.url}/download`)).toMatchObject({ fileName: 'moons.zip', bytes: null });
  expect((await download(`${server.url}/download`, { size: null })).equals(bytes)).toBe(true);
});

it('a certificate that nobody vouches for is refused, and one that the user trusts is not', async () => {
  const authority = makeAuthority('Company Root');
  const { key, cert } = makeCertificate('files', authority, { hosts: ['127.0.0.1'] });
  const server = await serve({ tls: { key, cert } });
  const address = server.presigned('/tides.recording.zip');
  const problem = await problemOf(ask(address));
  expect(problem).toMatchObject({
    code: 'unreachable',
    hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
  expect(server.requests).toEqual([]);
  const through = network({ trust: { caText: authority.cert, insecure: false } });
  expect(await ask(address, through)).toMatchObject({ bytes: bytes.length });
  expect((await download(address, { through })).equals(bytes)).toBe(true);
});

it.each([
  [403, 'The link may have expired', 'forbidden'],
  [404, 'ask for a new one', 'not-found'],
  [500, 'Try again later', 'server-failed'],
])('status %d says what to do, and never repeats the signature', async (status, hint, code) => {
  const server = await serve({
    answer: (request, response) => {
      response.writeHead(status);
      response.end(
        `<Error><Code>Refused</Code><Message>Request has expired</Message><StringToSign>${request.url}</StringToSign></Error>`,
      );
      return true;
    },
  });
  const problem = await problemOf(ask(server.presigned('/tides.recording.zip')));
  expect(problem).toMatchObject({ code, hint: expect.stringContaining(hint) });
  expect(problem.details['server']).toBe('Refused: Request has expired');
  expect(JSON.stringify([problem.message, problem.hint, problem.details])).not.toContain('Signature');
});

it.each([
  ['a page to sign in', '\uFEFF<!DOCTYPE html><html><body>Sign in</body></html>', 'web page'],
  ['something else', 'GIF89a', 'not a recording'],
  ['nothing', '', 'empty'],
])('%s is no recording, whatever the server calls it', async (_name, body, reason) => {
  const server = await serve({
    answer: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' }).end(body);
      return true;
    },
  });
  expect((await problemOf(ask(`${server.url}/a.zip`))).message).toContain(reason);
  expect((await problemOf(download(`${server.url}/a.zip`, { size: null }))).message).toContain(reason);
});

it('a file that is cut off is refused with where it ends', async () => {
  const server = await serve({
    answer: (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 1000), () => response.destroy());
      return true;
    },
  });
  const { message } = await problemOf(download(`${server.url}/a.zip`));
  expect(message).toContain(`of ${bytes.length.toLocaleString('en')} bytes`);
});

it('a file that has become another one, or larger than it was said, is not downloaded', async () => {
  const server = await serve();
  const address = `${server.url}/tides.recording.zip`;
  expect((await problemOf(download(address, { size: 100 }))).code).toBe('conflict');
  const small = { ...limits, bytes: 1000 };
  expect((await problemOf(ask(address, network(), small))).message).toContain('1,000 bytes');
  const chunked = await serve({
    answer: (_request, response) => {
      response.writeHead(200);
      response.write(bytes.subarray(0, 500));
      response.end(bytes);
      return true;
    },
  });
  const endless = download(`${chunked.url}/a.zip`, { size: null, within: small });
  expect((await problemOf(endless)).message).toContain('1,000 bytes');
  // Whatever size the window says that its user agreed to.
  const agreed = download(`${chunked.url}/a.zip`, { size: 10_000_000, within: small });
  expect((await problemOf(agreed)).message).toContain('1,000 bytes');
});

it('a server that falls silent is left, and so is one that the user leaves', async () => {
  const server = await serve({
    answer: (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 1000));
      return true;
    },
  });
  const within = { ...limits, idleMs: 200 };
  expect((await problemOf(download(`${server.url}/a.zip`, { within }))).code).toBe('timeout');
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), 100);
  await expect(download(`${server.url}/a.zip`, { abort: leaving.signal })).rejects.toThrow('aborted');
});

const redirectTo = (location: (count: number) => string) => {
  let count = 0;
  return (_request: IncomingMessage, response: ServerResponse): boolean => {
    response.writeHead(302, { location: location((count += 1)) }).end();
    return true;
  };
};

it('redirects are followed up to five times, and the host at their end is named', async () => {
  const target = await serve();
  const server = await serve({ answer: redirectTo(() => `${target.url}/tides.recording.zip`) });
  expect(await ask(`${server.url}/a`)).toMatchObject({ host: new URL(target.url).host });
  // The user has agreed to another host.
  expect((await problemOf(download(`${server.url}/a`))).code).toBe('conflict');
  const circle = await serve({ answer: redirectTo((count) => `/again-${count}`) });
  expect((await problemOf(ask(`${circle.url}/a`))).message).toContain('more than 5 times');
  expect(circle.requests).toHaveLength(6);
});

it.each([
  'http://example.com/a.zip',
  'file:///etc/passwd',
  'https://name:password@example.com/',
  'javascript:1',
])('a redirect to an address that could not be typed is refused: %s', async (location) => {
  const server = await serve({ answer: redirectTo(() => location) });
  expect((await problemOf(ask(`${server.url}/a`))).message).toContain('can’t be used');
});

it('a host on the internet does not lead into the network of this machine, by address or by name', async () => {
  const authority = makeAuthority('Company Root');
  const hosts = ['files.example.com', 'inside.example.com'];
  const { key, cert } = makeCertificate('files', authority, { hosts });
  const trust = { caText: authority.cert, insecure: false };
  const inner = await serve({ tls: { key, cert } });
  const port = new URL(inner.url).port;
  const through = network({
    trust,
    lookup: (_host, options, callback) =>
      options.all === true
        ? callback(null, [{ address: '127.0.0.1', family: 4 }])
        : callback(null, '127.0.0.1', 4),
  });
  for (const target of [`https://127.0.0.1:${port}/a.zip`, `https://inside.example.com:${port}/a.zip`]) {
    const outer = await serve({ tls: { key, cert }, answer: redirectTo(() => target) });
    const address = `https://files.example.com:${new URL(outer.url).port}/a`;
    expect((await problemOf(ask(address, through))).message).toContain('leads into the network');
  }
  expect(inner.requests).toEqual([]);
});

it('a recording is put at a presigned link with its type and length, and nothing else', async () => {
  const server = await serve();
  const progress: number[] = [];
  const address = new URL(server.presigned('/saved.zip', 'PUT'));
  await uploadFile(network(), address, zip, { limits, signal, onProgress: (done) => progress.push(done) });
  expect(server.files.get('/saved.zip')?.equals(bytes)).toBe(true);
  expect(progress.at(-1)).toBe(bytes.length);
  const [request] = server.requests;
  expect(request?.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(bytes.length),
  });
  expect(request?.headers).not.toHaveProperty('transfer-encoding');
  expect(request?.headers).not.toHaveProperty('authorization');
});

it('a link to read with takes no recording, and says so in the words of S3', async () => {
  const server = await serve();
  const address = new URL(server.presigned('/saved.zip', 'GET'));
  const problem = await problemOf(
    uploadFile(network(), address, zip, { limits, signal, onProgress: () => undefined }),
  );
  expect(problem).toMatchObject({ code: 'forbidden', hint: expect.stringContaining('PUT') });
  expect(problem.details['server']).toBe('AccessDenied: Not this way.');
});

it('a recording does not follow a redirect', async () => {
  const server = await serve({ answer: redirectTo(() => 'https://elsewhere.example.com/') });
  const problem = await problemOf(
    uploadFile(network(), new URL(`${server.url}/a.zip`), zip, {
      limits,
      signal,
      onProgress: () => undefined,
    }),
  );
  expect(problem.message).toContain('elsewhere.example.com, where nothing was sent');
});

it('what was downloaded is opened, leaves no file, and its signature is in no log', async () => {
  const server = await serve();
  const dataFolder = join(folder, 'data');
  const scrubber = createScrubber();
  const servers = createRecordedServers({ dataFolder, log: () => undefined });
  ends.push(() => servers.stop());
  const { calls, streams } = createAddresses({
    platform: { dataFolder, proxyFor: () => Promise.resolve(null) },
    scrubber,
    open: (path, fileName, within) => servers.open(path, fileName, within),
    zipPath: () => zip,
  });
  const address = server.presigned('/tides.recording.zip');
  const { host, fileName, bytes: size } = await calls['recordings.askAddress']({ address }, signal);
  let last = null;
  for await (const step of streams['recordings.download']({ address, host, fileName, bytes: size }, signal))
    last = step;
  expect(last).toMatchObject({ done: bytes.length, connection: { name: 'tides' } });
  expect(servers.list()).toHaveLength(1);
  expect((await readdir(join(dataFolder, 'recordings'))).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(scrubber.scrub(`GET ${address}`)).not.toContain('0123456789abcdef');
});
