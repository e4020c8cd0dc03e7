import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isProcessAlive, watchParent } from './parent-watchdog.ts';

function watching(parent: string | undefined) {
  const state = { alive: true, gone: 0 };
  const ticks: (() => void)[] = [];
  const stop = watchParent(
    parent,
    {
      isAlive: () => state.alive,
      every(_ms, act) {
        ticks.push(act);
        return () => void ticks.splice(ticks.indexOf(act), 1);
      },
    },
    () => (state.gone += 1),
  );
  const tick = (): void => {
    for (const act of ticks.slice()) act();
  };
  return { state, ticks, tick, stop };
}

describe('the parent of the studio', () => {
  it('is reported as gone once, when its process has ended', () => {
    const { state, tick, ticks } = watching('4711');
    tick();
    expect(state.gone).toBe(0);
    state.alive = false;
    tick();
    tick();
    expect(state.gone).toBe(1);
    expect(ticks).toEqual([]);
  });

  it.each([undefined, '', '0', '-1', '12x', '1e3', '99999999999'])(
    'is not watched if there is none: %s',
    (parent) => {
      expect(watching(parent).ticks).toEqual([]);
    },
  );

  it('is no longer watched after unsubscribing', () => {
    const { stop, ticks } = watching('4711');
    stop();
    expect(ticks).toEqual([]);
  });
});

it('a process is alive until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  const { pid = 0 } = child;
  expect(isProcessAlive(pid)).toBe(true);
  child.stdin.end();
  await once(child, 'exit');
  expect(isProcessAlive(pid)).toBe(false);
});
