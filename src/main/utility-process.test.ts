import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ForkOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { startUtilityProcess, type UtilityProcessLike } from './utility-process.ts';
import { drainMs } from './utility-process-output.ts';

class FakeUtility extends EventEmitter implements UtilityProcessLike {
  pid: number | undefined;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly posted: unknown[] = [];
  kills = 0;
  postMessage = (message: unknown): void => void this.posted.push(message);
  kill = (): boolean => {
    this.kills += 1;
    return this.pid !== undefined;
  };
  spawn(): void {
    this.pid = 4711;
    this.emit('spawn');
  }
}

function start() {
  const utility = new FakeUtility();
  const forked: [string, string[], ForkOptions][] = [];
  const killed: number[] = [];
  const child = startUtilityProcess(
    {
      fork: (...call) => {
        forked.push(call);
        return utility;
      },
      killNow: (pid) => killed.push(pid),
    },
    { modulePath: '/demo/entry.mjs', cwd: '/data/demo', env: { PATH: '/bin' } },
  );
  return { utility, forked, killed, child };
}

describe('a child of the Electron host', () => {
  it('gets a fixed module, no arguments, and exactly the given environment', () => {
    const [[modulePath, args, options] = []] = start().forked;
    expect(modulePath).toBe('/demo/entry.mjs');
    expect(args).toEqual([]);
    expect(options).toMatchObject({ cwd: '/data/demo', env: { PATH: '/bin' }, stdio: 'pipe' });
    expect(options?.execArgv).toBeUndefined();
  });

  it('passes on messages, lines of both outputs, and the exit', async () => {
    const { utility, child } = start();
    const messages: unknown[] = [];
    child.onMessage((message) => messages.push(message));
    child.onLine((source, line) => messages.push(`${source}: ${line}`));
    child.onExit((code) => messages.push(code));
    child.postMessage({ type: 'stop' });
    utility.emit('message', { type: 'ready' });
    utility.stdout.write('one\ntw');
    utility.stdout.end('o');
    utility.stderr.end('bad\r\n');
    utility.emit('exit', 3);
    await expect.poll(() => messages.length).toBe(5);
    expect(messages).toEqual(
      expect.arrayContaining([{ type: 'ready' }, 'out: one', 'out: two', 'err: bad', 3]),
    );
    expect(utility.posted).toEqual([{ type: 'stop' }]);
  });

  it('is killed at once, also before it has spawned', () => {
    const running = start();
    running.utility.spawn();
    running.child.kill();
    expect(running.killed).toEqual([4711]);

    const early = start();
    early.child.kill();
    expect(early.killed).toEqual([]);
    early.utility.spawn();
    expect(early.killed).toEqual([4711]);
  });

  it('has a process id only while it runs', () => {
    const { utility, child } = start();
    expect(child.pid).toBeUndefined();
    utility.spawn();
    expect(child.pid).toBe(4711);
  });

  it('reports its last lines before its exit, although Electron stops reading them', async () => {
    const { utility, child } = start();
    const messages: unknown[] = [];
    child.onLine((source, line) => messages.push(`${source}: ${line}`));
    child.onExit((code) => messages.push(code));
    utility.stderr.write('Error: ');
    // As Electron does it: the exit first, then every listener off, while the pipe still holds the rest.
    utility.emit('exit', 1);
    utility.stdout.removeAllListeners();
    utility.stderr.removeAllListeners();
    setTimeout(() => {
      utility.stderr.end('the port is taken');
      utility.stdout.end('last words\n');
    }, 20);
    await expect.poll(() => messages).toContain(1);
    expect(messages).toEqual(expect.arrayContaining(['err: Error: the port is taken', 'out: last words']));
    expect(messages.at(-1)).toBe(1);
    let lateExitCode: number | null = null;
    child.onExit((code) => (lateExitCode = code));
    expect(lateExitCode).toBe(1);
  });

  it('does not wait long for an output that another process keeps open', async () => {
    const { utility, child } = start();
    const exitCodes: unknown[] = [];
    child.onExit((code) => exitCodes.push(code));
    utility.emit('exit', 1);
    await expect.poll(() => exitCodes, { timeout: 5 * drainMs }).toEqual([1]);
  });

  it('a fatal error in it is a line of its log, not an exception here', () => {
    const { utility, child } = start();
    const lines: string[] = [];
    child.onLine((source, line) => lines.push(`${source}: ${line}`));
    utility.emit('error', 'FatalError', 'v8::ToLocalChecked', '{}');
    expect(lines).toEqual(['err: FatalError at v8::ToLocalChecked']);
  });
});
