import { afterEach, expect, it, vi } from 'vitest';
import { toastPlace } from './toast-place.ts';

afterEach(() => document.body.replaceChildren());

interface Shown {
  readonly room: readonly [left: number, right: number];
  readonly sheet?: number;
  readonly isSheetOpen?: boolean;
  readonly isCovered?: boolean;
}

function show({ room, sheet = 0, isSheetOpen = false, isCovered = false }: Shown): void {
  document.body.innerHTML = `
    <div ${isCovered ? 'inert' : ''}><div data-notices="room"></div></div>
    <div data-notices="cover" ${isSheetOpen ? '' : 'inert'}></div>`;
  const place = (name: string, left: number, right: number): void => {
    const element = document.querySelector(`[data-notices="${name}"]`);
    if (element === null) throw new Error(`There is no ${name}.`);
    vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(left, 0, right - left, 500));
  };
  place('room', ...room);
  place('cover', sheet, 2000);
}

it('keeps toasts off the panes beside the canvas, and off the sheet over it', () => {
  show({ room: [360, 1060] });
  expect(toastPlace(document)).toEqual({ middle: 710, width: 340 });
  show({ room: [245, 540] });
  expect(toastPlace(document)).toEqual({ middle: 392.5, width: 279 });
  show({ room: [245, 540], sheet: 440, isSheetOpen: true });
  expect(toastPlace(document)).toEqual({ middle: 342.5, width: 179 });
});

it('has no place of its own where no canvas is shown, or too little of it', () => {
  show({ room: [245, 540], isCovered: true });
  expect(toastPlace(document)).toBeNull();
  show({ room: [245, 540], sheet: 300, isSheetOpen: true });
  expect(toastPlace(document)).toBeNull();
  document.body.replaceChildren();
  expect(toastPlace(document)).toBeNull();
});
