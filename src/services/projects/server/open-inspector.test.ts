import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { freePort, isListening } from './probe-server.ts';

const opener = new URL('../../../../resources/project-runner/open-inspector.mjs', import.meta.url).href;

it('the debugger opens in the process that runs the graphs, not in those around it, on this machine only', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-debugger-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const cli = join(folder, 'langgraph-api/dist/cli');
  await mkdir(cli, { recursive: true });
  const program = 'process.stdout.write("up"); process.stdin.resume();';
  await writeFile(join(cli, 'entrypoint.mjs'), program);
  await writeFile(join(folder, 'cli.mjs'), program);
  const port = (await freePort(null)) ?? 0;
  const start = async (script: string): Promise<void> => {
    const env = { NODE_OPTIONS: `--import=${opener}`, REMOTE_GRAPH_STUDIO_DEBUG_PORT: String(port) };
    const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await new Promise((resolve) => child.stdout.once('data', resolve));
  };
  await start(join(folder, 'cli.mjs'));
  expect(await isListening(port)).toBe(false);
  await start(join(cli, 'entrypoint.mjs'));
  expect(await isListening(port)).toBe(true);
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  expect(targets).toMatchObject([{ url: pathToFileURL(join(cli, 'entrypoint.mjs')).href }]);
});
