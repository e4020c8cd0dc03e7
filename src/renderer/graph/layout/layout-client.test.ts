import { describe, expect, it } from 'vitest';
import { createLayoutClient, type LayoutListener } from './layout-client.ts';
import type { LayoutInput, LayoutResult } from '../model/layout-types.ts';

const input: LayoutInput = { direction: 'down', nodes: [], edges: [] };
const result: LayoutResult = { nodes: new Map(), edges: new Map(), width: 1, height: 1 };

/** Engines that answer on demand. */
function workshop() {
  const made: (LayoutListener & { asked: number[]; ended: boolean })[] = [];
  const client = createLayoutClient((listener) => {
    const engine = { ...listener, asked: [] as number[], ended: false };
    made.push(engine);
    return {
      send: ({ id }) => void engine.asked.push(id),
      end: () => void (engine.ended = true),
    };
  });
  return { made, client };
}

describe('createLayoutClient', () => {
  it('answers from the engine, and keeps it for the next request', async () => {
    const { made, client } = workshop();
    const first = client.layOut(input);
    made[0]?.onReply({ id: 1, result });
    expect(await first).toEqual({ kind: 'done', result });
    const second = client.layOut(input);
    made[0]?.onReply({ id: 2, result });
    expect(await second).toEqual({ kind: 'done', result });
    expect(made.map(({ asked }) => asked)).toEqual([[1, 2]]);
  });

  it('lets the latest request win and does not wait for the older one', async () => {
    const { made, client } = workshop();
    const first = client.layOut(input);
    const second = client.layOut(input);
    expect(await first).toEqual({ kind: 'superseded' });
    expect(made.map(({ ended }) => ended)).toEqual([true, false]);
    made[0]?.onReply({ id: 1, result });
    made[1]?.onReply({ id: 2, result });
    expect(await second).toEqual({ kind: 'done', result });
  });

  it('ends a request when it is cancelled', async () => {
    const { client } = workshop();
    const outcome = client.layOut(input);
    client.cancel();
    expect(await outcome).toEqual({ kind: 'superseded' });
  });

  it('gives the error as data when the layout fails, and goes on', async () => {
    const { made, client } = workshop();
    const outcome = client.layOut(input);
    made[0]?.onReply({ id: 1, problem: 'bad' });
    expect(await outcome).toEqual({ kind: 'failed', problem: 'bad' });
    expect(made[0]?.ended).toBe(false);
  });

  it('gives the error as data when the engine breaks, and starts another one', async () => {
    const { made, client } = workshop();
    const outcome = client.layOut(input);
    made[0]?.onFailure('gone');
    expect(await outcome).toEqual({ kind: 'failed', problem: 'gone' });
    const next = client.layOut(input);
    made[1]?.onReply({ id: 2, result });
    expect(await next).toEqual({ kind: 'done', result });
  });

  it('gives the error as data when no engine can be started', async () => {
    const client = createLayoutClient(() => {
      throw new Error('no workers here');
    });
    expect(await client.layOut(input)).toEqual({ kind: 'failed', problem: 'no workers here' });
  });
});
