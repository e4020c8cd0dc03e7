import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installFocusGroups } from './focus-groups.ts';

let uninstall = (): void => undefined;
beforeEach(() => {
  document.body.innerHTML = `
    <div data-focus-group="horizontal"><button>A</button><input><button>B</button><button disabled>Off</button><button>C</button></div>
    <nav data-focus-group="vertical"><button>X</button><button>Y</button></nav>`;
  uninstall = installFocusGroups();
});
afterEach(() => {
  uninstall();
  document.body.replaceChildren();
});

const button = (name: string): HTMLButtonElement => {
  const match = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (match === undefined) throw new Error(`No button ${name}`);
  return match;
};
const stops = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('button:not(:disabled), input')]
    .filter(({ tabIndex }) => tabIndex >= 0)
    .map(({ textContent }) => textContent || 'input');
const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });

it('a group has one tab stop, the button that had the focus last, and fields keep their own', () => {
  button('B').focus();
  expect(stops()).toEqual(['input', 'B', 'X', 'Y']);
  button('Y').focus();
  expect(stops()).toEqual(['input', 'B', 'Y']);
});

it('arrow keys of the group’s direction, Home and End move between its buttons', () => {
  button('A').focus();
  press('ArrowRight');
  expect(document.activeElement).toBe(button('B'));
  press('ArrowDown');
  expect(document.activeElement).toBe(button('B'));
  press('End');
  expect(document.activeElement).toBe(button('C'));
  press('ArrowRight');
  expect(document.activeElement).toBe(button('A'));
  button('X').focus();
  press('ArrowDown');
  expect(document.activeElement).toBe(button('Y'));
});

it('a group whose tab stop went away gets another one with the next Tab', () => {
  button('B').focus();
  button('B').remove();
  press('Tab');
  expect(stops()).toEqual(['A', 'input', 'X', 'Y']);
});

it('arrow keys in a field of the group stay with the field', () => {
  document.querySelector('input')?.focus();
  press('ArrowRight');
  expect(document.activeElement).toBe(document.querySelector('input'));
});
