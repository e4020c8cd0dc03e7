import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRebasedForm } from './use-rebased-form.ts';

const opened = { name: 'Prod', group: '', production: false };
const open = () => renderHook(({ saved }) => useRebasedForm(saved), { initialProps: { saved: opened } });

it('what is not edited follows another window, what is edited stays', () => {
  const { result, rerender } = open();
  act(() => result.current.setForm({ ...result.current.form, name: 'Mine' }));
  rerender({ saved: { ...opened, production: true } });
  expect(result.current.form).toEqual({ name: 'Mine', group: '', production: true });
  expect(result.current.conflicts).toEqual([]);
});

it('a field that both changed is a conflict until one of them is chosen', () => {
  const { result, rerender } = open();
  act(() => result.current.setForm({ ...result.current.form, name: 'Mine' }));
  rerender({ saved: { ...opened, name: 'Theirs' } });
  expect(result.current.form.name).toBe('Mine');
  expect(result.current.conflicts).toEqual(['name']);
  act(() => result.current.resolve('name', 'mine'));
  expect(result.current.form.name).toBe('Mine');
  expect(result.current.conflicts).toEqual([]);
  rerender({ saved: { ...opened, name: 'Theirs again' } });
  expect(result.current.conflicts).toEqual(['name']);
  act(() => result.current.resolve('name', 'theirs'));
  expect(result.current.form.name).toBe('Theirs again');
  expect(result.current.conflicts).toEqual([]);
});

it('the same change in both is no conflict, nor is one that was taken back', () => {
  const { result, rerender } = open();
  act(() => result.current.setForm({ ...result.current.form, name: 'New' }));
  rerender({ saved: { ...opened, name: 'New' } });
  expect(result.current.conflicts).toEqual([]);
  act(() => result.current.setForm({ ...result.current.form, group: 'mine' }));
  rerender({ saved: { ...opened, name: 'New', group: 'theirs' } });
  rerender({ saved: { ...opened, name: 'New', group: 'mine' } });
  expect(result.current.conflicts).toEqual([]);
  expect(result.current.form).toEqual({ name: 'New', group: 'mine', production: false });
});
