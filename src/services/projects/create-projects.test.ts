import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionDraft } from '../../shared/model/connection.ts';
import {
  createFakeEnvironment,
  createFakeProject,
  type FakeProject,
} from '../../testing/services/fake-project.ts';
import { createLocalPlatform } from '../../testing/services/local-platform.ts';
import { slowness } from '../../testing/slowness.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import { createProjects, type Projects } from './create-projects.ts';

const never = new AbortController().signal;
const python = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('shims'))
  .map((folder) => join(folder, 'python3'))
  .find((path) => existsSync(path));
const patiently = { timeout: 20_000 * slowness() };
const limits = { startMs: 20_000, stopMs: 2_000, pollMs: 30, quietMs: 300, silentMs: 5_000 };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const step of cleanups.splice(0).toReversed()) await step();
});

interface Bench {
  readonly projects: Projects;
  readonly saved: ConnectionDraft[];
  readonly logged: readonly string[];
  readonly again: (startMs?: number) => Projects;
}

async function setUp(startMs = limits.startMs): Promise<Bench> {
  const platform = await createLocalPlatform();
  cleanups.push(() => platform.dispose());
  const saved: ConnectionDraft[] = [];
  const connections = {
    save: async (draft: ConnectionDraft) => {
      saved.push(draft);
      return { id: draft.id ?? 'new-connection' };
    },
    async *list() {
      const last = saved.at(-1);
      const { key, ...properties } = {
        key: { storage: 'none' as const, last4: null },
        name: last?.name ?? '',
      };
      const connection = { ...properties, key, id: 'new-connection', kind: 'remote' as const, headers: [] };
      yield { connections: last ? [{ ...connection, url: last.url }] : [], health: [] };
    },
  };
  const create = (ms = startMs): Projects => {
    const projects = createProjects({
      platform,
      documents: createDocumentStore({ folder: platform.dataFolder }),
      scrubber: createScrubber(),
      connections,
      limits: { ...limits, startMs: ms },
    });
    cleanups.push(() => projects.stop());
    return projects;
  };
  return { projects: create(), saved, logged: platform.logged, again: create };
}

async function fakeProject(config?: object): Promise<FakeProject> {
  const project = await createFakeProject(config);
  cleanups.push(() => project.dispose());
  return project;
}

const call = <N extends keyof Projects['calls']>(
  projects: Projects,
  name: N,
  input: Parameters<Projects['calls'][N]>[0],
) => {
  const handler = projects.calls[name] as unknown as (
    draft: typeof input,
    signal: AbortSignal,
  ) => ReturnType<Projects['calls'][N]>;
  return handler(input, never);
};

async function current(projects: Projects) {
  for await (const snapshot of projects.streams['projects.watch']({}, never)) return snapshot.projects;
  return [];
}

async function logOf(projects: Projects, projectId: string): Promise<string> {
  for await (const { lines } of projects.streams['projects.log']({ projectId }, never)) {
    return lines.map(({ text }) => text).join('\n');
  }
  return '';
}

const answers = (url: string | null): Promise<boolean> =>
  fetch(`${url}/ok`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('reading', () => {
  it('opening a folder starts nothing, shows the command, and keeps the project', async () => {
    const { projects, again } = await setUp();
    const { folder, install } = await fakeProject();
    await install();
    const project = await call(projects, 'projects.open', { folder: join(folder, 'langgraph.json') });
    expect(project).toMatchObject({
      folder,
      language: 'javascript',
      graphs: [{ id: 'agent', path: './graph.js:graph' }],
      problems: [],
      isOpenToWebPages: true,
      status: { state: 'stopped', pid: null },
    });
    expect(project.command?.slice(2).join(' ')).toBe(
      `dev --host 127.0.0.1 --port {port} --no-browser --config ${join(folder, 'langgraph.json')}`,
    );
    expect(existsSync(join(folder, 'seen.json'))).toBe(false);
    expect(await current(again())).toMatchObject([{ id: project.id, folder, status: { state: 'stopped' } }]);
    expect(existsSync(join(folder, 'seen.json'))).toBe(false);
  });

  it('two windows that open a folder at once add it once', async () => {
    const { projects } = await setUp();
    const { folder } = await fakeProject();
    const [one, other] = await Promise.all([
      call(projects, 'projects.open', { folder }),
      call(projects, 'projects.open', { folder }),
    ]);
    expect(other.id).toBe(one.id);
    expect(await current(projects)).toHaveLength(1);
  });

  it('names what is missing, with the command that installs it', async () => {
    const { projects } = await setUp();
    const { folder, install } = await fakeProject();
    const problems = async () => (await call(projects, 'projects.open', { folder })).problems;
    expect(await problems()).toMatchObject([
      {
        command: 'npm install --save-dev @langchain/langgraph-cli@1.5',
        hint: expect.stringContaining('2.0.0, which npm installs by default, is older'),
      },
    ]);
    const manifest = { devDependencies: { '@langchain/langgraph-cli': '1' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    expect(await problems()).toMatchObject([{ command: 'npm install' }]);
    await writeFile(join(folder, 'pnpm-lock.yaml'), '');
    expect(await problems()).toMatchObject([{ command: 'pnpm install' }]);
    await install();
    expect(await problems()).toEqual([]);
  });

  it('names what a Python project misses: environment, command, and how its tool installs them', async () => {
    vi.stubEnv('VIRTUAL_ENV', '');
    vi.stubEnv('CONDA_PREFIX', '');
    const { projects } = await setUp();
    const { folder } = await fakeProject({ graphs: { agent: './graph.py:graph' } });
    await writeFile(join(folder, 'graph.py'), '');
    const commands = async () =>
      (await call(projects, 'projects.open', { folder })).problems.map(({ command }) => command);
    expect((await commands())[0]).toMatch(/-m venv [.]venv && .*"langgraph-cli\[inmem\]"$/);
    await writeFile(join(folder, 'requirements.txt'), '');
    expect((await commands())[0]).toMatch(/--requirement requirements.txt$/);
    await writeFile(join(folder, 'environment.yml'), 'name: x\n');
    expect(await commands()).toEqual(['conda env create --file environment.yml']);
    await writeFile(join(folder, 'uv.lock'), '');
    expect(await commands()).toEqual(['uv sync']);
  });

  it('refuses what is no folder, and reads hostile folders without hanging', async () => {
    const { projects } = await setUp();
    await expect(call(projects, 'projects.open', { folder: 'relative' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    await expect(call(projects, 'projects.open', { folder: '/no/such/folder' })).rejects.toMatchObject({
      message: 'There is no folder /no/such/folder.',
    });
    const { folder } = await fakeProject();
    const first = async () => (await call(projects, 'projects.open', { folder })).problems[0]?.message;
    await writeFile(join(folder, 'langgraph.json'), `{"graphs":{"a":"./gone.ts:graph"}}`);
    expect(await first()).toBe('langgraph.json: the graph "a" is in ./gone.ts, which does not exist.');
    await writeFile(join(folder, 'langgraph.json'), 'x'.repeat(2 * 1024 * 1024));
    expect(await first()).toBe('langgraph.json is larger than 1 MB.');
  });
});

// Each starts processes.
describe('running', { timeout: 30_000 * slowness() }, () => {
  it('starts the CLI on this machine only, with few variables and those of the file', async () => {
    vi.stubEnv('LANGSMITH_API_KEY', 'canary-langsmith');
    vi.stubEnv('REMOTE_GRAPH_STUDIO_TOKEN', 'canary-token');
    const { projects, saved } = await setUp();
    const { folder, install } = await fakeProject();
    await install();
    await writeFile(join(folder, 'keys.env'), 'PROJECT_API_KEY=project-secret-1\nMODE=test\n');
    const { id } = await call(projects, 'projects.open', { folder });
    const settings = { port: null, envFile: 'keys.env', debugPort: null };
    await call(projects, 'projects.saveSettings', { projectId: id, settings });

    const project = await call(projects, 'projects.start', { projectId: id });
    expect(project.status).toMatchObject({ state: 'ready', problem: null, reloads: 0 });
    expect(project.status.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(project.connectionId).toBe('new-connection');
    expect(saved).toMatchObject([{ id: null, name: project.name, url: project.status.url }]);
    const childFacts = JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8')) as {
      readonly argv: string[];
      readonly env: Record<string, string>;
    };
    expect(childFacts.argv.slice(0, 3)).toEqual(['dev', '--host', '127.0.0.1']);
    expect(childFacts.env).toMatchObject({ PROJECT_API_KEY: 'project-secret-1', MODE: 'test' });
    expect(JSON.stringify(childFacts.env)).not.toContain('canary');
    const log = await logOf(projects, id);
    expect(log).toContain('Welcome key [secret]');
    expect(log).not.toContain('project-secret-1');

    // The address stays the same, and so does the connection.
    const again = await call(projects, 'projects.start', { projectId: id });
    expect(again.status.url).toBe(project.status.url);
    expect(saved).toHaveLength(1);
    const stoppedNow = await call(projects, 'projects.stop', { projectId: id });
    expect(stoppedNow.status.state).toBe('stopped');
    expect(await answers(project.status.url)).toBe(false);
  });

  it('opens a debugger if asked to, and names its address only if it listens', async () => {
    const { projects } = await setUp();
    const { folder, install } = await fakeProject();
    await install();
    const { id } = await call(projects, 'projects.open', { folder });
    const plain = await call(projects, 'projects.start', { projectId: id });
    await expect(call(projects, 'projects.previewAttach', { projectId: id })).rejects.toMatchObject({
      code: 'conflict',
    });
    const environment = async (): Promise<Record<string, string>> =>
      (JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8')) as { env: Record<string, string> }).env;
    expect(await environment()).not.toHaveProperty('REMOTE_GRAPH_STUDIO_DEBUG_PORT');

    // The fake does not open the port that it is given.
    const debugged = await call(projects, 'projects.start', { projectId: id, withDebugger: true });
    const port = Number((await environment())['REMOTE_GRAPH_STUDIO_DEBUG_PORT']);
    expect(port).toBeGreaterThan(1023);
    expect(debugged.status).toMatchObject({ state: 'ready', url: plain.status.url });
    expect(debugged.status).not.toHaveProperty('debugAddress');
    expect(await logOf(projects, id)).toContain(`No debugger listens on port ${port}.`);
  });

  it('says that it reloads, that it crashed with its last lines, and that it is back', async () => {
    const { projects } = await setUp();
    const { folder, install, write } = await fakeProject();
    await install();
    const { id } = await call(projects, 'projects.open', { folder });
    const status = async () => (await current(projects))[0]?.status;
    await call(projects, 'projects.start', { projectId: id });
    await write('edited');
    await expect
      .poll(status, patiently)
      .toMatchObject({ state: 'ready', reloads: 1, reloadedAt: expect.any(Number) as number });

    await write('crash');
    await expect.poll(status, patiently).toMatchObject({ state: 'failed' });
    const failed = await status();
    expect(failed?.problem?.message).toBe("The server crashed: SyntaxError: Unexpected token ';'.");
    expect(failed?.problem?.details['lines']).toContain("SyntaxError: Unexpected token ';'");
    expect(failed?.pid).not.toBeNull();
    await write('mended');
    await expect.poll(status, patiently).toMatchObject({ state: 'ready', reloads: 2, problem: null });

    // The error of before is not why it ends now.
    await fetch(`${(await status())?.url}/die`).catch(() => undefined);
    await expect.poll(status, patiently).toMatchObject({ state: 'failed' });
    expect((await status())?.problem?.message).toBe('The server crashed.');
    expect((await call(projects, 'projects.start', { projectId: id })).status.state).toBe('ready');
  });

  it('says why it did not start: the CLI exits, never listens, or the port is taken', async () => {
    const { projects, again } = await setUp();
    const { folder, install, write } = await fakeProject();
    await install();
    const { id } = await call(projects, 'projects.open', { folder });
    const start = async (by = projects) => (await call(by, 'projects.start', { projectId: id })).status;
    await write('exit');
    const exited = await start();
    expect(exited).toMatchObject({ state: 'failed', pid: null });
    expect(exited.problem?.message).toBe('The server did not start. It exited with code 4.');
    expect(exited.problem?.details['lines']).toContain('Failed to launch server');

    await write('silent');
    const impatient = again(1_500);
    expect((await start(impatient)).problem?.message).toContain('not ready after 2 seconds');
    await impatient.stop();

    await write('crash');
    expect((await start()).problem?.message).toContain('crashed');
    // Correcting the file is enough, also at a first start.
    const now = async () => (await current(projects))[0];
    expect((await now())?.connectionId).toBeNull();
    await write('mended');
    await expect.poll(now, patiently).toMatchObject({
      status: { state: 'ready', problem: null },
      connectionId: 'new-connection',
    });

    const stranger = createServer((_request, response) => response.end('{"ok":true}'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => stranger.close());
    const { port } = stranger.address() as AddressInfo;
    await call(projects, 'projects.saveSettings', {
      projectId: id,
      settings: { port, envFile: null, debugPort: null },
    });
    const taken = await start();
    expect(taken).toMatchObject({ state: 'failed', pid: null });
    expect(taken.problem?.message).toBe(`Port ${port} is in use by another program.`);
  });

  it('another server that answers on the port is not taken for ours', async () => {
    const { projects } = await setUp(1_500);
    const { folder, install, write } = await fakeProject();
    await install();
    await write('silent');
    const { id } = await call(projects, 'projects.open', { folder });
    const starting = call(projects, 'projects.start', { projectId: id });
    await expect.poll(() => existsSync(join(folder, 'seen.json')), patiently).toBe(true);
    const { argv } = JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8')) as { argv: string[] };
    const stranger = createServer((_request, response) => response.end('{"ok":true}'));
    await new Promise<void>((resolve) => stranger.listen(Number(argv[4]), '127.0.0.1', resolve));
    cleanups.push(() => stranger.close());
    expect((await starting).status.state).toBe('failed');
  });

  it('stops while it starts, and two starts are one', async () => {
    const { projects } = await setUp();
    const { folder, install, write } = await fakeProject();
    await install();
    await write('silent');
    const { id } = await call(projects, 'projects.open', { folder });
    const first = call(projects, 'projects.start', { projectId: id });
    await expect.poll(() => existsSync(join(folder, 'seen.json')), patiently).toBe(true);
    expect((await call(projects, 'projects.stop', { projectId: id })).status.state).toBe('stopped');
    expect((await first).status.state).toBe('stopped');
    await write('fine');
    const both = await Promise.all([
      call(projects, 'projects.start', { projectId: id }),
      call(projects, 'projects.start', { projectId: id }),
    ]);
    expect(both.map(({ status }) => status.state)).toEqual(['ready', 'ready']);
    expect(both[0].status.pid).toBe(both[1].status.pid);
    await call(projects, 'projects.remove', { projectId: id });
    expect(await current(projects)).toEqual([]);
    expect(await answers(both[1].status.url)).toBe(false);
  });

  it('installs packages only on request, with fixed arguments, and shows the output', async () => {
    const { projects } = await setUp();
    const parent = await fakeProject();
    const folder = join(parent.folder, 'new');
    const project = await call(projects, 'projects.create', { folder, template: 'chat-javascript' });
    expect(project.problems).toMatchObject([{ command: 'npm install', canInstall: true }]);
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
    // A package in place of the registry's, which may not be there.
    await mkdir(join(parent.folder, 'cli'));
    const cli = { name: '@langchain/langgraph-cli', version: '1.0.0', bin: { langgraphjs: 'cli.mjs' } };
    await writeFile(join(parent.folder, 'cli/package.json'), JSON.stringify(cli));
    await writeFile(join(parent.folder, 'cli/cli.mjs'), '');
    const manifest = { private: true, devDependencies: { [cli.name]: 'file:../cli' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const installed = await call(projects, 'projects.install', { projectId: project.id });
    expect(installed).toMatchObject({ problems: [], status: { state: 'stopped', problem: null } });
    expect(await logOf(projects, project.id)).toMatch(/install --no-audit --no-fund.*Installed[.]$/s);

    await expect(call(projects, 'projects.install', { projectId: project.id })).rejects.toMatchObject({
      message: 'There is nothing that the studio can install here.',
    });
  });

  it.runIf(python !== undefined && process.platform !== 'win32')(
    'starts a Python project with langgraph of its virtual environment (a fake of it)',
    async () => {
      const { projects } = await setUp();
      const { folder } = await fakeProject({ graphs: { agent: './graph.py:graph' }, env: '.env' });
      await writeFile(join(folder, 'graph.py'), '');
      await writeFile(join(folder, '.env'), 'PROJECT_API_KEY=python-secret-1');
      await createFakeEnvironment(folder, python ?? '');
      const opened = await call(projects, 'projects.open', { folder });
      expect(opened).toMatchObject({ language: 'python', problems: [] });
      expect(opened.command?.[0]).toBe(join(folder, '.venv/bin/langgraph'));
      const settings = { port: null, envFile: '.env', debugPort: 5678 };
      const set = await call(projects, 'projects.saveSettings', { projectId: opened.id, settings });
      expect(set.command?.slice(-2)).toEqual(['--debug-port', '5678']);
      const started = await call(projects, 'projects.start', { projectId: opened.id });
      expect(started.status).toMatchObject({ state: 'ready', problem: null });
      expect(await answers(started.status.url)).toBe(true);
      expect(await logOf(projects, opened.id)).toContain('key=[secret]');
    },
  );
});
