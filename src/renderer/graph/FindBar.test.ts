import { describe, expect, it } from 'vitest';
import { writerShape } from '../../testing/renderer/graph-shape-builder.ts';
import { findNodes } from './FindBar.tsx';

describe('findNodes', () => {
  it.each([
    ['check', ['write:deep:check']],
    ['  DEEP ', ['write:deep', 'write:deep:polish', 'write:deep:check']],
    ['write:d', ['write:draft', 'write:deep', 'write:deep:polish', 'write:deep:check']],
    ['p', ['plan', 'write:deep:polish', 'publish', 'write:deep', 'write:deep:check']],
    ['', []],
    ['(', []],
    ['nothing', []],
  ])('finds %j', (text, expected) => {
    expect(findNodes(writerShape.nodes, text).map(({ id }) => id)).toEqual(expected);
  });
});
