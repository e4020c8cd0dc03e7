import { describe, expect, it } from 'vitest';
import { encodeFrames, decodeFrames } from '../../../shared/model/frame-block-codec.ts';
import type { RunFrame } from '../../../shared/model/run.ts';
import { buildFrames } from '../../../testing/renderer/run-frame-builder.ts';
import { FrameList } from './frame-list.ts';

const frames = buildFrames(
  ['metadata', {}],
  ['values', { text: 'é\n' }],
  ['updates', { a: 1 }, 'write:1'],
  ['values', []],
);
const filled = (maxPayloadBytes?: number): FrameList => {
  const list = new FrameList(maxPayloadBytes);
  list.append(encodeFrames('log', frames));
  return list;
};

describe('FrameList', () => {
  it('gives frames back as they came', () => {
    const list = filled();
    expect(frames.map(({ seq }) => list.frame(seq))).toEqual(frames);
    expect(list.frame(4)).toBeUndefined();
    expect(list.facts(2)).toEqual({ seq: 2, atMs: 200, mode: 'updates', namespace: ['write:1'], length: 7 });
    expect([list.facts(-1), list.facts(4)]).toEqual([undefined, undefined]);
  });

  it('counts its names in the order of their first frames', () => {
    const list = filled();
    expect(list.names.map(({ mode, namespace, count }) => [mode, ...namespace, count])).toEqual([
      ['metadata', 1],
      ['values', 2],
      ['updates', 'write:1', 1],
    ]);
    expect(frames.map(({ seq }) => list.nameAt(seq))).toEqual([0, 1, 2, 1]);
  });

  it('passes over frames that it has, and refuses a gap', () => {
    const list = new FrameList();
    const added = (some: readonly RunFrame[]) => {
      const came: RunFrame[] = [];
      list.append(encodeFrames('log', some), ({ seq, atMs, id, mode, namespace, text }) =>
        came.push({ seq, atMs, id, mode, namespace, text }),
      );
      return came;
    };
    expect(added(frames.slice(2))).toEqual([]);
    expect(added(frames.slice(0, 3))).toEqual(frames.slice(0, 3));
    expect(added(frames.slice(1))).toEqual(frames.slice(3));
    expect(list.length).toBe(4);
  });

  it('lets go of payloads over its bound, keeps their facts, and takes them back', () => {
    const many = buildFrames(
      ...Array.from({ length: 3000 }, (_, index) => ['values', `"${index}"`] as const),
    );
    const list = new FrameList(2 * 512 * 20);
    for (let index = 0; index < many.length; index += 100)
      list.append(encodeFrames('log', many.slice(index, index + 100)));
    const held = (): number[] => many.map(({ seq }) => seq).filter((seq) => list.frame(seq) !== undefined);
    expect(list.frame(0)).toBeUndefined();
    expect(list.frame(2999)).toEqual(many[2999]);
    expect(held().length).toBeLessThan(1100);
    expect(list.facts(7)).toEqual({ seq: 7, atMs: 700, mode: 'values', namespace: [], length: 3 });
    expect([list.has(7), list.id(7), list.id(2999)]).toEqual([false, undefined, '2999']);
    expect(list.firstMissing(5, 9)).toBe(5);
    list.refill(encodeFrames('log', many.slice(0, 100)));
    expect(list.firstMissing(5, 9)).toBeNull();
    expect(list.frame(42)).toEqual(many[42]);
    expect(held().length).toBeLessThan(1100);
    expect(decodeFrames(encodeFrames('log', many))).toEqual(many);
  });

  it('keeps a payload that is larger than the whole bound while it is the newest', () => {
    const list = new FrameList(100);
    const [large] = buildFrames(['values', 'x'.repeat(10_000)]);
    if (large) list.append(encodeFrames('log', [large]));
    expect(list.frame(0)?.text).toHaveLength(10_000);
  });
});
