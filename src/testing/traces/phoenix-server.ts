import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, untilItAnswers } from '../python-server/python-process.mjs';

export interface PhoenixServer {
  readonly url: string;
  /** Kills it, waits for its end, and deletes its data. */
  stop(): Promise<void>;
}

// A start takes some 15 s of one processor.
const startMs = 180_000;

const program = resolve(
  import.meta.dirname,
  '../../../.cache/phoenix/venv',
  process.platform === 'win32' ? 'Scripts/phoenix.exe' : 'bin/phoenix',
);

/**
 * Starts Arize Phoenix on loopback, offline, from the environment that `npm run test:servers` makes, and waits until it
 * answers.
 */
export async function startPhoenix(): Promise<PhoenixServer> {
  if (!existsSync(program)) throw new Error('Phoenix is not installed. npm run test:servers installs it.');
  const cwd = await mkdtemp(join(tmpdir(), 'phoenix-'));
  const [port, grpcPort] = [await freePort(), await freePort()];
  const child = spawn(program, ['serve'], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      PHOENIX_WORKING_DIR: cwd,
      PHOENIX_HOST: '127.0.0.1',
      PHOENIX_PORT: String(port),
      PHOENIX_GRPC_PORT: String(grpcPort),
      PHOENIX_TELEMETRY_ENABLED: 'false',
      PHOENIX_ALLOW_EXTERNAL_RESOURCES: 'false',
      PYTHONUNBUFFERED: '1',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await untilItAnswers(child, { name: 'Phoenix', url, port, startMs });
  return {
    url,
    async stop() {
      await stop();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}
