import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useResourceList, matchesSearch, type ResourceListOptions } from './use-resource-list.ts';

interface Fruit {
  readonly id: string;
  readonly name: string;
}

const redApple = { id: '0', name: 'Red apple' };
const greenApple = { id: '1', name: 'Green apple' };
const pear = { id: '2', name: 'Pear' };
const fruits: readonly Fruit[] = [redApple, greenApple, pear];
const options: ResourceListOptions<Fruit> = { keyOf: ({ id }) => id, textOf: ({ name }) => name };

const render = (more: Partial<ResourceListOptions<Fruit>> = {}) =>
  renderHook(({ all }) => useResourceList(all, { ...options, ...more }), { initialProps: { all: fruits } });

describe('a list of resources', () => {
  it('shows its first item until another one is selected', () => {
    const { result, rerender } = render();
    expect(result.current.openItem?.name).toBe('Red apple');
    act(() => result.current.rows.onSelect(pear, false));
    expect(result.current.openItem?.name).toBe('Pear');
    expect(result.current.rows.selectedKey).toBe('2');
    rerender({ all: fruits.slice(0, 2) });
    expect(result.current.openItem?.name).toBe('Red apple');
    rerender({ all: [] });
    expect(result.current.openItem).toBeNull();
  });

  it('shows the item that it is opened with', () => {
    expect(render({ initialKey: '1' }).result.current.openItem?.name).toBe('Green apple');
  });

  it('has the items that match every word of the search', () => {
    const { result } = render();
    act(() => result.current.setSearch(' apple GREEN '));
    expect(result.current.items.map(({ name }) => name)).toEqual(['Green apple']);
    expect(result.current.openItem?.name).toBe('Green apple');
    act(() => result.current.setSearch(' '));
    expect(result.current.items).toBe(fruits);
  });

  it('selects several items instead of showing one, and only those that can be selected', () => {
    const { result } = render({ canSelect: ({ name }) => name.includes('apple') });
    act(() => result.current.selection.start('1'));
    act(() => result.current.rows.onSelect(redApple, false));
    act(() => result.current.rows.onSelect(pear, false));
    expect(result.current.selected.map(({ id }) => id)).toEqual(['0', '1']);
    expect(result.current.openItem?.name).toBe('Red apple');
    act(() => result.current.selection.all());
    expect(result.current.rows.selectedKeys).toEqual(new Set(['0', '1']));
    act(() => result.current.setSearch('green'));
    expect(result.current.selected.map(({ id }) => id)).toEqual(['1']);
    act(() => result.current.selection.stop());
    expect(result.current.selected).toEqual([]);
  });
});

it('every text matches a search without words', () => {
  expect(matchesSearch('', '')).toBe(true);
  expect(matchesSearch('a', '  ')).toBe(true);
  expect(matchesSearch('a b', 'b  a')).toBe(true);
  expect(matchesSearch('a b', 'c')).toBe(false);
});
