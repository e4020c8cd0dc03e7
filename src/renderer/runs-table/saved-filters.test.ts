import { describe, expect, it } from 'vitest';
import { noRunFilter } from './run-filter.ts';
import { maxSavedFilters, nameProblem, parseSavedFilters, withFilter } from './saved-filters.ts';

const failed = { name: 'Failures', filter: { ...noRunFilter, group: 'failed' } } as const;

describe('saved filters', () => {
  it('are read back as they were stored, and dropped if their format is unknown', () => {
    expect(parseSavedFilters(JSON.stringify([failed]))).toEqual([failed]);
    expect(parseSavedFilters('[{"name":"x"}]')).toEqual([]);
    expect(parseSavedFilters('{')).toEqual([]);
    expect(parseSavedFilters(null)).toEqual([]);
  });

  it('replace one of the same name, and are no more than can be shown', () => {
    const other = { name: 'Failures', filter: { ...noRunFilter, text: 'declined' } };
    expect(withFilter([failed], other)).toEqual([other]);
    const many = Array.from({ length: maxSavedFilters }, (_, index) => ({ ...failed, name: `${index}` }));
    expect(withFilter(many, failed)).toEqual(many);
  });

  it('have names that differ', () => {
    const saved = [failed, { ...failed, name: 'Today' }];
    expect(nameProblem(saved, 'Today', ' Failures ')).toBe('Another filter has this name.');
    expect(nameProblem(saved, 'Today', '  ')).toBe('Enter a name.');
    expect(nameProblem(saved, 'Today', 'Today')).toBeNull();
  });
});
