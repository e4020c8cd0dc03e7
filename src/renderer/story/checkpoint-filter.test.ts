import { describe, expect, it } from 'vitest';
import { metadataFilterText, filterCount, noCheckpointFilter } from './checkpoint-filter.ts';

describe('the filter of the history', () => {
  it('asks the server for metadata, source and step, each number as it was typed', () => {
    expect(metadataFilterText(noCheckpointFilter)).toBeNull();
    expect(metadataFilterText({ ...noCheckpointFilter, node: 'plan' })).toBeNull();
    expect(metadataFilterText({ ...noCheckpointFilter, step: '-1', source: 'input' })).toBe(
      '{"source":"input","step":-1}',
    );
    const filter = {
      ...noCheckpointFilter,
      metadataText: '{"user": 9007199254740993, "step": 4}',
      step: ' 7 ',
    };
    expect(metadataFilterText(filter)).toBe('{"user":9007199254740993,"step":7}');
  });

  it('takes no notice of a step that is no number', () => {
    const filter = { ...noCheckpointFilter, step: 'two' };
    expect(metadataFilterText(filter)).toBeNull();
    expect(filterCount(filter)).toBe(0);
    expect(filterCount({ ...filter, step: '2', node: 'plan', metadataText: '{}' })).toBe(3);
  });
});
