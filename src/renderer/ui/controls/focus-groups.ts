/* One tab stop for a row of buttons, as the proposed `focusgroup` attribute of HTML: arrow keys move inside it. */

import type { FocusGroupDirection } from './focus-group-props.ts';

const groupSelector = '[data-focus-group]';
const itemSelector = 'button:not(:disabled), a[href]';

const steps: Readonly<Record<FocusGroupDirection, Readonly<Record<string, number>>>> = {
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
  vertical: { ArrowUp: -1, ArrowDown: 1 },
};

// Handles the groups of the page, now and later. Returns a function that ends this.
export function installFocusGroups(page: Document = document): () => void {
  const onFocus = ({ target }: FocusEvent): void => {
    const group = groupOf(target);
    if (group === null) return;
    for (const item of itemsOf(group)) item.tabIndex = item === target ? 0 : -1;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' || event.key === 'F6') return restoreStops(page);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const group = groupOf(event.target);
    if (group === null) return;
    const items = itemsOf(group);
    const index = items.findIndex((item) => item === event.target);
    const direction = group.dataset['focusGroup'] === 'vertical' ? 'vertical' : 'horizontal';
    const step = steps[direction][event.key];
    const item =
      event.key === 'Home'
        ? items[0]
        : event.key === 'End'
          ? items.at(-1)
          : step === undefined
            ? undefined
            : items.at((index + step) % items.length);
    if (item === undefined) return;
    event.preventDefault();
    item.focus();
  };
  page.addEventListener('focusin', onFocus);
  page.addEventListener('keydown', onKeyDown);
  return () => {
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('keydown', onKeyDown);
  };
}

// The button that was the stop may be gone or disabled.
function restoreStops(page: Document): void {
  for (const group of page.querySelectorAll<HTMLElement>(groupSelector)) {
    const items = itemsOf(group);
    const [first] = items;
    if (first !== undefined && items.every(({ tabIndex }) => tabIndex < 0)) first.tabIndex = 0;
  }
}

function groupOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement && target.matches(itemSelector)
    ? target.closest<HTMLElement>(groupSelector)
    : null;
}

function itemsOf(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(itemSelector)].filter(
    (item) => item.closest(groupSelector) === group && item.checkVisibility({ visibilityProperty: true }),
  );
}
