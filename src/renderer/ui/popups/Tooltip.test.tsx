import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tooltip, TooltipLayer } from './Tooltip.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const tip = () => screen.queryByTestId('tooltip')?.textContent ?? null;
const rest = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const button = (name: string) => screen.getByRole('button', { name });

function hover(name: string, pointer: { readonly pointerType?: string } = {}) {
  fireEvent.pointerOver(button(name), pointer);
  fireEvent.pointerMove(button(name), pointer);
}

function setUp(copyLabel = 'Copy') {
  return (
    <>
      <button {...tooltip(copyLabel, { kbd: 'F9' })}>one</button>
      <button {...tooltip('Delete it')}>two</button>
      <button>plain</button>
      <TooltipLayer />
    </>
  );
}

test('shows after a rest on its element, at once on the next one, and goes when the pointer does', () => {
  render(setUp());
  hover('one');
  rest(400);
  expect(tip()).toBeNull();
  rest(100);
  expect(tip()).toBe('CopyF9');
  hover('two');
  rest(0);
  expect(tip()).toBe('Delete it');
  hover('plain');
  expect(tip()).toBeNull();
  rest(1000);
  hover('two');
  rest(400);
  expect(tip()).toBeNull();
  fireEvent.pointerOut(button('two'), { relatedTarget: null });
  rest(1000);
  expect(tip()).toBeNull();
});

test('a press, Escape and scrolling hide it, and it stays hidden there', () => {
  render(setUp());
  const hiders = [
    () => fireEvent.pointerDown(button('one')),
    () => fireEvent.keyDown(document.body, { key: 'Escape' }),
    () => fireEvent.scroll(document),
  ];
  for (const hide of hiders) {
    hover('plain');
    hover('one');
    rest(500);
    expect(tip()).toBe('CopyF9');
    hide();
    expect(tip()).toBeNull();
    hover('one');
    rest(1000);
    expect(tip()).toBeNull();
  }
});

test('a button that comes to lie under a resting pointer shows none', () => {
  render(setUp());
  fireEvent.pointerOver(button('one'));
  rest(1000);
  expect(tip()).toBeNull();
});

test('a touch shows none', () => {
  render(setUp());
  hover('one', { pointerType: 'touch' });
  rest(1000);
  expect(tip()).toBeNull();
});

test('the keyboard focus shows it at once, and its label is followed', async () => {
  const { rerender } = render(setUp());
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => button('one').focus());
  expect(tip()).toBe('CopyF9');
  rerender(setUp('Copied'));
  await act(async () => Promise.resolve());
  expect(tip()).toBe('CopiedF9');
  act(() => button('plain').focus());
  expect(tip()).toBeNull();
});
