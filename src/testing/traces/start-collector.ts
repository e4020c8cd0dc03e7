import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../python-server/python-process.mjs';

export interface Collector {
  readonly url: string;
  stop(): Promise<void>;
}

const program = resolve(import.meta.dirname, '../../../.cache/otel-collector/build/otel-collector');
const startMs = 60_000;

/** Starts an OpenTelemetry collector on loopback that passes on all traces to another receiver, and waits until it listens. */
export async function startCollector(passOnTo: string): Promise<Collector> {
  if (!existsSync(program)) throw new Error('The collector is not built. npm run test:servers builds it.');
  const port = await freePort();
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: { otlphttp: { endpoint: passOnTo, compression: 'none', tls: { insecure: true } } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: { receivers: ['otlp'], exporters: ['otlphttp'] } },
    },
  };
  const child = spawn(program, ['--config', `yaml:${JSON.stringify(config)}`], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (part) => (output += String(part)));
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  };
  const giveUp = Date.now() + startMs;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > giveUp) {
      await stop();
      throw new Error(`The collector did not start:\n${output}`);
    }
    await pause(100);
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

function listens(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (isOpen: boolean) => (): void => {
      socket.destroy();
      answer(isOpen);
    };
    socket.once('connect', end(true)).once('error', end(false));
  });
}
