import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { createTestDemoServer } from './services/demo-server.ts';
import { createLocalPlatform } from './services/local-platform.ts';
import { startRealServer, type RealServerOptions } from './real-server/real-server.ts';
import type { SharedServer } from './shared-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `shared-server.ts` requests a server. */
    readonly sharedServers: string;
  }
}

interface Started {
  readonly server: SharedServer;
  stop(): Promise<void>;
}

async function real(options: RealServerOptions): Promise<Started> {
  const { url, stop } = await startRealServer(options);
  return { server: { url, token: null }, stop };
}

/** A demo server, as the studio starts it. */
export async function startDemoServer(): Promise<Started> {
  const platform = await createLocalPlatform();
  const local = createTestDemoServer(platform);
  const stop = async (): Promise<void> => {
    await local.stop();
    await platform.dispose();
  };
  local.start();
  try {
    return { server: await local.access(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The npm package of the studio, installed into an empty folder; `url` is that folder. */
async function installedPackage(): Promise<Started> {
  const run = promisify(execFile);
  const folder = await mkdtemp(join(tmpdir(), 'studio-package-'));
  const stop = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const script = resolve(import.meta.dirname, '../../scripts/build-studio-package.mjs');
    const { stdout } = await run(process.execPath, [script, '--pack', folder]);
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    // Without a network: the package needs no other.
    const options = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...options, join(folder, stdout.trim())], { cwd: folder });
    return { server: { url: folder, token: null }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const starts: Readonly<Record<string, () => Promise<Started>>> = {
  real: () => real({ shared: true }),
  suite: () => real({ suite: true }),
  check: () => real({ check: true }),
  demo: startDemoServer,
  package: installedPackage,
};

/**
 * vitest's global setup: shared servers are started on first use and stopped after the last file. Test files
 * run in other processes, so they request them by HTTP.
 */
export default async function shareServers(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Started>>();
  const startOnce = (kind: string): Promise<Started> => {
    const start = starts[kind];
    if (start === undefined) return Promise.reject(new Error(`There is no shared server "${kind}".`));
    const running = started.get(kind) ?? start();
    started.set(kind, running);
    return running;
  };
  const desk = createServer((request, response) => {
    startOnce((request.url ?? '').slice(1)).then(
      ({ server }) => response.end(JSON.stringify(server)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening) => desk.listen(0, '127.0.0.1', listening));
  project.provide('sharedServers', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    const all = await Promise.allSettled(started.values());
    await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.stop() : null)));
  };
}
