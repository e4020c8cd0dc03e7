import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that accepts connections and never responds. */
async function silentServer(): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function ensure(mirror: string, args: readonly string[] = []): Promise<{ code: unknown; said: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ELECTRON_MIRROR: mirror,
    // An installed Electron is ignored.
    ELECTRON_OVERRIDE_DIST_PATH: join(import.meta.dirname, 'no-such-folder'),
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'ensure-electron.mjs'), ...args],
      { env },
      (error, out, err) => resolve({ code: error?.code ?? 0, said: out + err }),
    );
  });
}

describe('an install without a way to fetch Electron', () => {
  test('goes on when the server can not be reached', async () => {
    const { code, said } = await ensure('http://127.0.0.1:9/');
    expect(code).toBe(0);
    expect(said).toMatch(/127\.0\.0\.1:9 is unreachable .*Everything else works without it/);
  });

  test('goes on when the server takes the connection and never answers', async () => {
    const { code, said } = await ensure(await silentServer());
    expect(code).toBe(0);
    expect(said).toContain('(no response)');
  });

  test('goes on when the mirror is no address at all', async () => {
    const { code, said } = await ensure('no address');
    expect(code).toBe(0);
    expect(said).toContain('no address is unreachable');
  });

  test('says which Node.js the installer of Electron needs, where this one is older', async () => {
    const server = createHttpServer((request, response) => {
      response.writeHead(request.method === 'HEAD' ? 200 : 404).end();
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { code, said } = await ensure(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, [
      '--strict',
    ]);
    expect(code).toBe(1);
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const isOld = major < 22 || (major === 22 && minor < 12);
    expect(said).toMatch(
      isOld ? /needs Node\.js 22\.12\.0 or newer, and this is \d/ : /could not be downloaded/,
    );
  });

  test('is an error only where Electron is needed', async () => {
    expect((await ensure('http://127.0.0.1:9/', ['--strict'])).code).toBe(1);
  });
});
