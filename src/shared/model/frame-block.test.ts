import { fc } from '../../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { encodeFrames, decodeFrames, encodeFrameId, decodeFrameId } from './frame-block-codec.ts';
import { readColumns, columnsToBytes, FrameBlock, type FrameColumns } from './frame-block.ts';
import type { RunFrame } from './run.ts';

const frames: RunFrame[] = ['{"a":1}', '', '"é🙂\n"'].map((text, index) => ({
  seq: 7 + index,
  atMs: index * 1.5,
  id: [null, '12', '1718-0'][index] ?? null,
  mode: index === 1 ? 'updates' : 'values',
  namespace: index === 2 ? ['a:1', 'b:2'] : [],
  text,
}));
const block = encodeFrames('log', frames);

/** The same block with some numbers of its columns changed. */
function changed(change: (columns: FrameColumns) => void): FrameBlock {
  const [whole = new Uint8Array()] = block.pieces;
  const pieces = [whole.slice()];
  change(readColumns({ ...block, pieces }));
  return { ...block, pieces };
}

describe('FrameBlock', () => {
  it('holds frames and gives them back as they were', () => {
    expect(decodeFrames(FrameBlock.parse(block))).toEqual(frames);
  });

  it('is the same wherever its bytes lie', () => {
    const [whole = new Uint8Array()] = block.pieces;
    const shifted = new Uint8Array(whole.length + 3);
    shifted.set(whole, 3);
    expect(decodeFrames({ ...block, pieces: [shifted.subarray(3)] })).toEqual(frames);
    const columns = columnsToBytes(readColumns(block));
    const payloads = whole.subarray(columns.length);
    const cut = [columns, payloads.subarray(0, 9), payloads.subarray(9)];
    expect(decodeFrames({ ...block, pieces: cut })).toEqual(frames);
  });

  it.each([
    ['more frames than there are columns', { count: 100 }],
    ['no bytes', { pieces: [] }],
    ['bytes of another kind', { pieces: ['abc'] }],
    ['a count below zero', { count: -1 }],
    ['names that are missing', { names: [] }],
    ['ids that are missing', { idTexts: [] }],
    ['one member too many', { more: 1 }],
    ['a payload that begins behind the end', changed(({ starts }) => void (starts[1] = 1000))],
    ['a payload that is too long', changed(({ lengths }) => void (lengths[2] = 1000))],
    ['a name that is not there', changed(({ nameIndexes }) => void (nameIndexes[0] = 9))],
  ])('refuses %s', (_, wrong) => {
    expect(FrameBlock.safeParse({ ...block, ...wrong }).success).toBe(false);
  });

  it('gives every id back as its text was', () => {
    const back = (id: string | null): string | null => {
      const texts: string[] = [];
      return decodeFrameId(encodeFrameId(id, texts), texts);
    };
    const ids = ['0', '12', '007', '-1', '1e3', ' 1', '', '2147483648', '9007199254740993', '1718-0', null];
    expect(ids.map(back)).toEqual(ids);
    fc.assert(fc.property(fc.string(), (id) => back(id) === id));
  });
});
