import { writeFileSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLocalPlatform, type LocalPlatform } from '../../../testing/services/local-platform.ts';
import { startNodeChild } from '../../../testing/services/node-child.ts';
import type { ChildHandle, ChildOptions } from '../../common/platform.ts';
import { createDemoServer, type DemoServerLimits } from './create-demo-server.ts';
import type { LocalServer, LocalServerAccess } from './local-server.ts';
import { slowness } from '../../../testing/slowness.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const step of cleanups.splice(0).toReversed()) await step();
});

async function setUp(
  startChild: (options: ChildOptions) => ChildHandle = startNodeChild,
  limits?: DemoServerLimits,
): Promise<{ platform: LocalPlatform; server: LocalServer }> {
  const platform = await createLocalPlatform(startChild);
  const server = createDemoServer({ platform, ...(limits ? { limits } : {}) });
  cleanups.push(
    () => platform.dispose(),
    () => server.stop(),
  );
  return { platform, server };
}

function again(platform: LocalPlatform): LocalServer {
  const server = createDemoServer({ platform });
  cleanups.push(() => server.stop());
  return server;
}

const request = (access: LocalServerAccess, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${access.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${access.token}`, ...init.headers },
  });

async function logOf(server: LocalServer): Promise<string[]> {
  const leave = new AbortController();
  for await (const { lines } of server.watch(leave.signal)) return lines.map(({ text }) => text);
  return [];
}

const refused = (url: string): Promise<boolean> =>
  fetch(`${url}/ok`).then(
    () => false,
    () => true,
  );

it('the last lines of a process that exits at once are in the studio log and in the error', async () => {
  const { platform, server } = await setUp((options) => {
    const modulePath = join(options.cwd, 'dies.mjs');
    writeFileSync(modulePath, "console.error('Error: Cannot find package'); process.exit(7);");
    return startNodeChild({ ...options, modulePath });
  });
  server.start();
  await expect.poll(() => server.status().state).toBe('failed');
  expect(server.status().problem?.details['lines']).toContain('Cannot find package');
  expect(platform.logged).toContainEqual(expect.stringContaining('Error: Cannot find package'));
});

// Each starts the server, some of them twice.
describe('the real server', { timeout: 30_000 * slowness() }, () => {
  describe('when it is ready', () => {
    let platform: LocalPlatform;
    let server: LocalServer;
    let firstState: string;

    beforeAll(async () => {
      vi.stubEnv('LANGSMITH_API_KEY', 'canary-langsmith');
      vi.stubEnv('LANGCHAIN_TRACING_V2', 'canary-langchain');
      vi.stubEnv('NODE_OPTIONS', '--title=canary-options');
      vi.stubEnv('OPENAI_API_KEY', 'canary-openai');
      // A utility process has no id at first.
      platform = await createLocalPlatform((options) => {
        const child = startNodeChild(options);
        let spawned = false;
        child.onMessage(() => (spawned = true));
        return {
          ...child,
          get pid() {
            return spawned ? child.pid : undefined;
          },
        };
      });
      server = createDemoServer({ platform });
      server.start();
      firstState = server.status().state;
      await server.access();
      vi.unstubAllEnvs();
    });
    afterAll(async () => {
      await server.stop();
      await platform.dispose();
    });

    // Only Linux lets one process read what another was started with.
    it.runIf(process.platform === 'linux')('its environment and arguments contain no secret', async () => {
      const { token } = await server.access();
      const { pid } = server.status();
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
      const processText = `${environment}\0${await readFile(`/proc/${pid}/cmdline`, 'utf8')}`;
      expect(environment).toContain('LANGGRAPH_CLI_NO_ANALYTICS=1');
      expect(processText).not.toContain('canary');
      expect(processText).not.toContain(token);
    });

    it('is ready once it responds with its own token, and rejects other tokens', async () => {
      expect(firstState).toBe('starting');
      const access = await server.access();
      const { state, url } = server.status();
      expect({ state, url }).toEqual({ state: 'ready', url: access.url });
      expect(access.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);

      expect((await fetch(`${access.url}/ok`)).status).toBe(401);
      expect((await fetch(`${access.url}/ok`, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
      // The header that lets LangSmith's own studio in without any key.
      const bypass = await fetch(`${access.url}/ok`, { headers: { 'x-auth-scheme': 'langsmith' } });
      expect(bypass.status).toBe(401);
      expect((await request(access, '/ok')).status).toBe(200);

      const foreign = await request(access, '/ok', { headers: { origin: 'https://evil.example' } });
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
      const preflight = await fetch(`${access.url}/threads`, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
      expect(await refused(access.url.replace('127.0.0.1', '127.0.0.2'))).toBe(true);

      expect((await logOf(server)).join('\n')).not.toContain(access.token);
    });

    it('has a process id when it is ready, although a utility process has none at first', () => {
      expect(server.status().pid).toBeGreaterThan(0);
    });
  });

  it('stops, frees its port, and restarts with another token and the same data', async () => {
    const { platform, server } = await setUp();
    server.start();
    const first = await server.access();
    const thread = await (await request(first, '/threads', json({ metadata: { name: 'kept' } }))).json();
    const restarted = await server.restart();
    expect(restarted.state).toBe('ready');
    const second = await server.access();
    expect(second.token).not.toBe(first.token);
    expect((await request(second, `/threads/${thread.thread_id}`)).status).toBe(200);

    await server.stop();
    expect(server.status()).toEqual({
      state: 'stopped',
      url: null,
      pid: null,
      startedInMs: null,
      problem: null,
    });
    expect(await refused(second.url)).toBe(true);
    await expect(server.access()).rejects.toMatchObject({ code: 'unreachable' });
    expect(await readdir(join(platform.dataFolder, 'demo-server', '.langgraph_api'))).toHaveLength(3);
  });

  it('reports that its process has exited, and can be restarted', async () => {
    const { server } = await setUp();
    server.start();
    await server.access();
    const failed = new Promise<void>((resolve) => {
      server.onStatus(({ state }) => state === 'failed' && resolve());
    });
    process.kill(server.status().pid ?? 0, 'SIGKILL');
    await failed;
    const { problem } = server.status();
    expect(problem).toMatchObject({ code: 'unreachable', hint: expect.stringContaining('Restart') });
    expect(problem?.message).toContain('stopped unexpectedly');
    expect(problem?.details['lines']).toContain('Ready at');
    expect((await server.restart()).state).toBe('ready');
  });

  it('restores the last readable data if the file is truncated, and says so', async () => {
    const { platform, server } = await setUp();
    const data = join(platform.dataFolder, 'demo-server', '.langgraph_api');
    server.start();
    const first = await server.access();
    const thread = await (await request(first, '/threads', json({}))).json();
    // Stopping writes the data, the second start copies it aside.
    await server.restart();
    await server.stop();
    const file = join(data, '.langgraphjs_ops.json');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, whole.length / 2));

    const next = again(platform);
    next.start();
    const access = await next.access();
    expect((await request(access, `/threads/${thread.thread_id}`)).status).toBe(200);
    expect((await readdir(data)).filter((name) => name.includes('.corrupt-'))).toHaveLength(1);
    const log = (await logOf(next)).join('\n');
    expect(log).toContain('.langgraphjs_ops.json could not be read');
    expect(log).toContain('The last readable backup was restored.');
  });

  it('reports why it can not start', async () => {
    const { platform, server } = await setUp();
    const data = join(platform.dataFolder, 'demo-server');
    await mkdir(data);
    await writeFile(join(data, 'last-readable'), 'a file where a folder has to be');
    server.start();
    await expect(server.access()).rejects.toMatchObject({ code: 'unreachable' });
    expect(server.status().state).toBe('failed');
    expect(server.status().problem?.message).toContain('EEXIST');
  });
});

describe('a child that misbehaves', () => {
  const scripted = (act: (child: Scripted) => void): ((options: ChildOptions) => ChildHandle) => {
    return () => {
      const child = new Scripted();
      queueMicrotask(() => act(child));
      return child;
    };
  };

  it('fails with a hint if it is not ready in time, and is killed', async () => {
    const children: Scripted[] = [];
    const { server } = await setUp(
      scripted((child) => children.push(child)),
      { startMs: 30, stopMs: 30 },
    );
    server.start();
    await expect(server.access()).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('not ready after'),
      hint: expect.stringContaining('Restart'),
    });
    expect(children.map(({ killed }) => killed)).toEqual([true]);
  });

  it('a ready message with another nonce is ignored', async () => {
    const { server } = await setUp(
      scripted((child) => child.tell({ type: 'ready', nonce: 'guessed', host: '127.0.0.1:1' })),
      { startMs: 50, stopMs: 30 },
    );
    server.start();
    await expect(server.access()).rejects.toMatchObject({
      message: expect.stringContaining('not ready after'),
    });
  });

  it('escapes control characters, masks the token, and keeps the last lines for the error', async () => {
    const { server } = await setUp(
      scripted((child) => {
        child.print(`\u001b[31mred\u001b[0m token ${child.token}`);
        child.end(3);
      }),
    );
    server.start();
    await expect(server.access()).rejects.toMatchObject({
      message: expect.stringContaining('exited with code 3'),
    });
    const log = (await logOf(server)).join('\n');
    expect(log).toMatch(/\\u001b\[31mred\\u001b\[0m token ….{4}/);
    expect(server.status().problem?.details['lines']).toContain('\\u001b[31mred');
  });

  it('stops while starting, and rejects a pending access', async () => {
    const { server } = await setUp(
      scripted(() => undefined),
      { startMs: 10_000, stopMs: 10 },
    );
    server.start();
    const waiting = server.access();
    const stopping = server.stop();
    await expect(waiting).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The demo server is stopped.',
    });
    await stopping;
    expect(server.status().state).toBe('stopped');
  });

  it('an access that is pending during a restart gets the new process; a later stop wins', async () => {
    const started: Scripted[] = [];
    const { server } = await setUp(
      scripted((child) => started.push(child)),
      { startMs: 10_000, stopMs: 10 },
    );
    server.start();
    await expect.poll(() => started).toHaveLength(1);
    const states: string[] = [];
    server.onStatus(({ state }) => states.push(state));
    const restarting = server.restart();
    const waiting = server.access();
    await expect.poll(() => started).toHaveLength(2);
    expect(states).toEqual(['stopping', 'starting', 'starting']);
    const another = server.restart();
    await server.stop();
    await expect(waiting).rejects.toMatchObject({ message: 'The demo server is stopped.' });
    expect((await another).state).toBe('stopped');
    expect((await restarting).state).toBe('stopped');
    expect(started.map(({ killed }) => killed)).toEqual([true, true]);
  });

  it('a cancelled access is rejected at once', async () => {
    const { server } = await setUp(
      scripted(() => undefined),
      { startMs: 10_000, stopMs: 10 },
    );
    server.start();
    const cancel = new AbortController();
    const waiting = server.access(cancel.signal);
    cancel.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });
});

function json(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

class Scripted implements ChildHandle {
  readonly pid = undefined;
  killed = false;
  token = '';
  #message: (message: unknown) => void = () => undefined;
  #line: (source: 'out' | 'err', line: string) => void = () => undefined;
  #exit: (code: number | null) => void = () => undefined;

  onMessage(listener: (message: unknown) => void): void {
    this.#message = listener;
  }
  onLine(listener: (source: 'out' | 'err', line: string) => void): void {
    this.#line = listener;
  }
  onExit(listener: (code: number | null) => void): void {
    this.#exit = listener;
  }
  postMessage(message: unknown): void {
    const { token } = message as { token?: string };
    if (token) this.token = token;
  }
  kill(): void {
    this.killed = true;
    this.#exit(null);
  }
  tell(message: unknown): void {
    this.#message(message);
  }
  print(line: string): void {
    this.#line('out', line);
  }
  end(code: number): void {
    this.#exit(code);
  }
}
