import { expect, it } from 'vitest';
import { changedMetadata } from './EditThreadDialog.tsx';

it('only a name or tags that were changed are written', () => {
  const opened = { name: 'Trip', tags: ['billing'] };
  expect(changedMetadata(opened, { name: 'Trip', tags: ['billing'] })).toBeNull();
  expect(changedMetadata(opened, { name: 'Journey', tags: ['billing'] })).toEqual({ name: 'Journey' });
  expect(changedMetadata(opened, { name: 'Trip', tags: [] })).toEqual({ tags: [] });
  expect(changedMetadata({ name: null, tags: [] }, { name: '', tags: [] })).toBeNull();
});
