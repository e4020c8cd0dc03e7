import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ForkOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { startUtilityChild, type UtilityChild } from './utility-child.ts';

class FakeUtility extends EventEmitter implements UtilityChild {
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
  const child = startUtilityChild(
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
  it('P-1, P-2: gets a fixed module, no arguments, and exactly the given environment', () => {
    const [[modulePath, args, options] = []] = start().forked;
    expect(modulePath).toBe('/demo/entry.mjs');
    expect(args).toEqual([]);
    expect(options).toMatchObject({ cwd: '/data/demo', env: { PATH: '/bin' }, stdio: 'pipe' });
    expect(options?.execArgv).toBeUndefined();
  });

  it('carries messages, lines of both outputs, and the exit', async () => {
    const { utility, child } = start();
    const seen: unknown[] = [];
    child.onMessage((message) => seen.push(message));
    child.onLine((source, line) => seen.push(`${source}: ${line}`));
    child.onExit((code) => seen.push(code));
    child.postMessage({ type: 'stop' });
    utility.emit('message', { type: 'ready' });
    utility.stdout.write('one\ntw');
    utility.stdout.end('o');
    utility.stderr.end('bad\r\n');
    utility.emit('exit', 3);
    await expect.poll(() => seen.length).toBe(5);
    expect(seen).toEqual(expect.arrayContaining([{ type: 'ready' }, 'out: one', 'out: two', 'err: bad', 3]));
    expect(utility.posted).toEqual([{ type: 'stop' }]);
  });

  it('P-3: is ended at once, also when it has not spawned yet', () => {
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

  it('knows its process only while there is one', () => {
    const { utility, child } = start();
    expect(child.pid).toBeUndefined();
    utility.spawn();
    expect(child.pid).toBe(4711);
  });
});
