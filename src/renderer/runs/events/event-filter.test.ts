import { describe, expect, it } from 'vitest';
import { buildFrames } from '../../../testing/renderer/run-frame-builder.ts';
import { buildFrameList } from '../../../testing/renderer/frame-list-builder.ts';
import { countEvents, createFilterIndex } from './event-filter.ts';

const frames = buildFrames(
  ['metadata', {}],
  ['values', {}],
  ['tasks', {}, 'write:1'],
  ['values', {}, 'write:2'],
  ['odd|mode', {}],
);

describe('the index of the events', () => {
  it('counts modes and places, unknown ones too', () => {
    expect(countEvents(buildFrameList(frames).list)).toEqual({
      modes: [
        ['metadata', 1],
        ['values', 2],
        ['tasks', 1],
        ['odd|mode', 1],
      ],
      namespaces: [
        ['', 3],
        ['write', 2],
      ],
    });
  });

  it.each([
    [{ mode: 'values', namespace: null }, [1, 3]],
    [{ mode: null, namespace: 'write' }, [2, 3]],
    [{ mode: 'values', namespace: '' }, [1]],
    [{ mode: 'nothing', namespace: null }, []],
  ])('finds what fits %j, also in what comes later', (filter, expected) => {
    const { list, add } = buildFrameList(frames.slice(0, 2));
    const fitting = createFilterIndex(list, filter);
    const rows = fitting();
    add(frames.slice(2));
    expect(fitting()).toBe(rows);
    expect(rows).toEqual(expected);
  });
});
