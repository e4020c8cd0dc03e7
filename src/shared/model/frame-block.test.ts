import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockOfFrames } from '../../testing/frame-blocks.ts';
import { FrameBlock, frameIdOf, framesOfBlock, textOfFrameId } from './frame-block.ts';
import type { RunFrame } from './run.ts';

const frames: RunFrame[] = ['{"a":1}', '', '"é🙂\n"'].map((text, at) => ({
  seq: 7 + at,
  atMs: at * 1.5,
  id: [null, '12', '1718-0'][at] ?? null,
  mode: at === 1 ? 'updates' : 'values',
  namespace: at === 2 ? ['a:1', 'b:2'] : [],
  text,
}));
const block = blockOfFrames(frames);

describe('FrameBlock', () => {
  it('holds frames and gives them back as they were', () => {
    expect(framesOfBlock(FrameBlock.parse(block))).toEqual(frames);
  });

  it.each([
    ['a column that is too short', { atMs: [0, 1] }],
    ['a name that is not there', { nameAt: [0, 1, 9] }],
    ['lengths that are not those of the text', { lengths: [1, 0, 5] }],
    ['a length below zero', { lengths: [-1, 1, 13] }],
    ['a length that is no number', { lengths: ['7', 0, 6] }],
    ['a time that is no number', { atMs: [0, Number.NaN, 2] }],
    ['an id of another kind', { ids: [null, 1.5, {}] }],
    ['no column at all', { ids: 'abc' }],
    ['nothing', { lengths: undefined }],
    ['one member too many', { more: 1 }],
  ])('E-17: refuses %s', (_, wrong) => {
    expect(FrameBlock.safeParse({ ...block, ...wrong }).success).toBe(false);
  });

  it('J-1: gives every id back as its text was', () => {
    const ids = ['0', '12', '007', '-1', '1e3', ' 1', '', '9007199254740993', '1718-0', null];
    expect(ids.map((id) => textOfFrameId(frameIdOf(id)))).toEqual(ids);
    fc.assert(fc.property(fc.string(), (id) => textOfFrameId(frameIdOf(id)) === id));
  });
});
