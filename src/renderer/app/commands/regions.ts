const regionSelector = '[data-region], [data-pane]';
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable=true], [tabindex]';

const lastFocused = new WeakMap<Element, HTMLElement>();

/** Moves the focus to the next (1) or previous (-1) part of the window, to where it was there last. */
export function focusRegion(by: 1 | -1): void {
  const regions = visibleRegions();
  const active = document.activeElement;
  const index = regions.findIndex((region) => region.contains(active));
  const current = regions[index];
  if (current && active instanceof HTMLElement) lastFocused.set(current, active);
  const order = regions.map((_, step) => regions[wrapped(index, by * (step + 1), regions.length)]);
  for (const region of order) if (region && region !== current && focusIn(region)) return;
}

// How long a dock that is still loading is waited for, in milliseconds.
const maxLoadMs = 5000;

export function focusMainAction(): void {
  const giveUpAt = performance.now() + maxLoadMs;
  // The dock may just be expanding, or loading.
  requestAnimationFrame(function focusOrWait() {
    const composer = document.querySelector('[data-pane=composer]');
    const candidates = composer === null ? [] : candidatesIn(composer);
    const primary = candidates.find((element) => element.dataset['variant'] === 'primary');
    if (primary) return primary.focus();
    if (composer !== null && candidates.length > 0) return void focusIn(composer);
    const active = document.activeElement;
    requestAnimationFrame(() => {
      // Whoever moves on meanwhile keeps the focus.
      if (document.activeElement === active && performance.now() < giveUpAt) focusOrWait();
    });
  });
}

function visibleRegions(): Element[] {
  const all = [...document.querySelectorAll(regionSelector)].filter(
    (region) => candidatesIn(region).length > 0,
  );
  return all.filter((region) => !all.some((inner) => inner !== region && region.contains(inner)));
}

function focusIn(region: Element): boolean {
  const before = lastFocused.get(region);
  const candidates = candidatesIn(region);
  const target =
    before && candidates.includes(before)
      ? before
      : (candidates.find((element) => element.matches('[role=tree], [role=listbox], [role=application]')) ??
        candidates[0]);
  target?.focus();
  // A group may pass the focus on to one of its items.
  return region.contains(document.activeElement);
}

function candidatesIn(region: Element): HTMLElement[] {
  return [...region.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches('[data-skip]') &&
      element.closest('[inert], [hidden]') === null &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}

// With nothing focused (`index` is -1), one step forward is the first region, one step back the last.
function wrapped(at: number, by: number, count: number): number {
  const from = at === -1 && by < 0 ? 0 : at;
  return (((from + by) % count) + count) % count;
}
