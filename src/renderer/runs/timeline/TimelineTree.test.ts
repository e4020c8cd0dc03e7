import { describe, expect, it } from 'vitest';
import { labelSpace } from './TimelineTree.tsx';

const range = { fromMs: 0, toMs: 1000 };
const wait = { before: 1, fromMs: 400, toMs: 600, ms: 200, isShortened: false };

describe('the space beside a bar', () => {
  it('is on its larger side', () => {
    expect(labelSpace(300, 100, range, [])).toEqual({ side: 'after', fromMs: 300, toMs: null });
    expect(labelSpace(990, 700, range, [])).toEqual({ side: 'before', fromMs: null, toMs: 700 });
  });

  it('ends at a wait', () => {
    expect(labelSpace(200, 100, range, [wait])).toEqual({
      side: 'after',
      fromMs: 200,
      toMs: 400,
    });
    expect(labelSpace(390, 200, range, [wait])).toMatchObject({ side: 'before', fromMs: null });
    expect(labelSpace(990, 700, range, [wait])).toEqual({
      side: 'before',
      fromMs: 600,
      toMs: 700,
    });
  });

  it('is nowhere for what runs, and for what is out of sight', () => {
    expect(labelSpace(null, 100, range, [])).toBeNull();
    expect(labelSpace(300, 100, { fromMs: 400, toMs: 500 }, [])).toBeNull();
  });
});
