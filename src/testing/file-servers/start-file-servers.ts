import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const Links = z.strictObject({ put: z.url(), get: z.url(), missing: z.url(), dav: z.url() });

/** Links to an S3 server, signed for their method, and the address of a WebDAV server of a folder. */
export interface FileServers extends z.infer<typeof Links> {
  stop(): Promise<void>;
}

const python = resolve(
  import.meta.dirname,
  '../../../.cache/file-servers/venv',
  process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python',
);

/** Starts both on loopback, from the environment that `npm run test:servers` has made. */
export async function startFileServers(folder: string): Promise<FileServers> {
  if (!existsSync(python))
    throw new Error('The servers are not installed. npm run test:servers installs them.');
  const child = spawn(python, [join(import.meta.dirname, 'serve.py'), folder], {
    env: { PATH: process.env['PATH'], HOME: folder, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let problems = '';
  child.stderr.on('data', (text: Buffer) => (problems += text.toString()));
  const exited = once(child, 'close');
  const line = once(createInterface({ input: child.stdout }), 'line');
  const first: unknown = await Promise.race([line, exited.then(() => null)]);
  if (!Array.isArray(first)) throw new Error(`The servers did not start.\n${problems}`);
  return {
    ...Links.parse(JSON.parse(String(first[0]))),
    async stop() {
      child.stdin.end();
      child.kill('SIGKILL');
      await exited;
    },
  };
}
