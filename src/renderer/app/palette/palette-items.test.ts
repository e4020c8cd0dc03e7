import { expect, it } from 'vitest';
import { findInPalette, type PaletteGroup, type PaletteItem } from './palette-items.ts';

const item = (title: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  key: title,
  title,
  onSelect: () => undefined,
  ...more,
});

const groups: readonly PaletteGroup[] = [
  { heading: 'Commands', atFirst: 9, items: [item('Stop', { blocked: 'No run is active.' }), item('Step')] },
  { heading: 'Threads', atFirst: 1, items: [item('Steak'), item('Tea')] },
  { heading: 'Nodes', atFirst: 0, items: [item('write', { keywords: ['deep:write'] })] },
];

const shown = (search: string): string[] =>
  findInPalette(groups, search).flatMap(({ heading, items }) => [
    `# ${heading}`,
    ...items.map(({ title }) => title),
  ]);

it('shows what can be used without a search text', () => {
  expect(shown('  ')).toEqual(['# Commands', 'Step', '# Threads', 'Steak']);
});

it('finds by name and keywords, the group with the best match first', () => {
  expect(shown('deep')).toEqual(['# Nodes', 'write']);
  expect(shown('te')).toEqual(['# Threads', 'Tea', 'Steak', '# Commands', 'Step', '# Nodes', 'write']);
});

it('shows what can’t be used in a search only, and last', () => {
  expect(shown('st')).toEqual(['# Commands', 'Step', 'Stop', '# Threads', 'Steak']);
});

it('shows the best rows of many', () => {
  const many = [
    { heading: 'Threads', atFirst: 5, items: Array.from({ length: 500 }, (_, index) => item(`a ${index}`)) },
  ];
  expect(findInPalette(many, 'a')[0]?.items).toHaveLength(20);
});
