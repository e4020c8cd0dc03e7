import { describe, expect, it } from 'vitest';
import { askedMetadata, filterCount, noFilter } from './filter.ts';

describe('the filter of the history', () => {
  it('asks the server for metadata, source and step, each number as it was typed', () => {
    expect(askedMetadata(noFilter)).toBeNull();
    expect(askedMetadata({ ...noFilter, node: 'plan' })).toBeNull();
    expect(askedMetadata({ ...noFilter, step: '-1', source: 'input' })).toBe('{"source":"input","step":-1}');
    const filter = { ...noFilter, metadataText: '{"user": 9007199254740993, "step": 4}', step: ' 7 ' };
    expect(askedMetadata(filter)).toBe('{"user":9007199254740993,"step":7}');
  });

  it('takes no notice of a step that is no number', () => {
    const filter = { ...noFilter, step: 'two' };
    expect(askedMetadata(filter)).toBeNull();
    expect(filterCount(filter)).toBe(0);
    expect(filterCount({ ...filter, step: '2', node: 'plan', metadataText: '{}' })).toBe(3);
  });
});
