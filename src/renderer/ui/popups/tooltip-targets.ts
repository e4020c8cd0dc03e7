// A pointer that rests this long asks for a tooltip, in milliseconds.
const restMs = 450;

// So long after one tooltip the next one is shown without a rest.
const graceMs = 300;

/**
 * Reports the element whose tooltip is to be shown, and `null` when it is to be hidden: when the pointer has moved onto
 * it and rests, and at once on a focus that shows a ring. A press, Escape and scrolling hide it, until the pointer is on another
 * element. What merely comes to lie under a pointer that rests shows nothing.
 * @returns Stops it.
 */
export function watchTooltipTargets(page: Document, show: (target: HTMLElement | null) => void): () => void {
  let hovered: HTMLElement | null = null;
  let current: HTMLElement | null = null;
  // The tooltip was shown or dismissed.
  let isSettled = false;
  let hiddenAt = -graceMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (target: HTMLElement | null): void => {
    clearTimeout(timer);
    isSettled = true;
    if (target === current) return;
    if (current !== null) hiddenAt = performance.now();
    current = target;
    show(target);
  };
  const hide = (): void => set(null);

  const listeners = {
    pointerover(event: PointerEvent) {
      const target = event.pointerType === 'touch' ? null : targetOf(event.target);
      if (target === hovered) return;
      hide();
      hovered = target;
      isSettled = target === null;
    },
    pointermove() {
      if (isSettled) return;
      isSettled = true;
      const target = hovered;
      timer = setTimeout(() => set(target), performance.now() - hiddenAt < graceMs ? 0 : restMs);
    },
    pointerout(event: PointerEvent) {
      // The pointer left the page.
      if (event.relatedTarget !== null) return;
      hovered = null;
      hide();
    },
    focusin({ target }: FocusEvent) {
      const focused = targetOf(target);
      set(focused !== null && focused === target && focused.matches(':focus-visible') ? focused : null);
    },
    focusout: hide,
    pointerdown: hide,
    click: hide,
    keydown(event: KeyboardEvent) {
      if (event.key === 'Escape') hide();
    },
    scroll(event: Event) {
      if (event.target instanceof Node && event.target.contains(current)) hide();
    },
  };
  const capture = { capture: true, passive: true };
  const entries = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of entries) page.addEventListener(type, listener, capture);
  return () => {
    clearTimeout(timer);
    for (const [type, listener] of entries) page.removeEventListener(type, listener, capture);
  };
}

function targetOf(node: EventTarget | null): HTMLElement | null {
  return node instanceof Element ? node.closest<HTMLElement>('[data-tooltip]') : null;
}
