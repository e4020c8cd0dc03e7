import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from '../display/Kbd.tsx';
import { lazyCode } from '../lazy-code.ts';
import { watchTooltipTargets } from './tooltip-targets.ts';
import styles from './Tooltip.module.css';

const floatingUi = lazyCode(() => import('@floating-ui/dom'));

const sides = ['top', 'right', 'bottom', 'left'] as const;

/** Where a tooltip is shown if there is room. */
export type TooltipSide = (typeof sides)[number];

export interface TooltipAttributes {
  readonly 'data-tooltip': string;
  readonly 'data-tooltip-keys': string | undefined;
  readonly 'data-tooltip-side': TooltipSide;
}

/**
 * Gives an element a tooltip on hover and focus. It must not be the only place for a piece of information. Put
 * it on a `span` around a disabled button, which can't be hovered.
 */
export function tooltip(
  label: string,
  { kbd, side = 'bottom' }: { readonly kbd?: string | undefined; readonly side?: TooltipSide } = {},
): TooltipAttributes {
  return { 'data-tooltip': label, 'data-tooltip-keys': kbd, 'data-tooltip-side': side };
}

/**
 * Shows the tooltips of the whole page. There is one for all of them, because a component per button, as in
 * component libraries, was most of what the window rendered.
 */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => watchTooltipTargets(document, setTarget), []);
  return target === null
    ? null
    : createPortal(<Tip target={target} onGone={() => setTarget(null)} />, document.body);
}

function Tip({ target, onGone }: { readonly target: HTMLElement; readonly onGone: () => void }) {
  const tip = useRef<HTMLDivElement>(null);
  const { label, keys, side } = useAttributes(target);

  useLayoutEffect(() => {
    const floating = tip.current;
    if (floating === null) return undefined;
    let stop: (() => void) | null = null;
    let isShown = true;
    const follow = async (): Promise<void> => {
      const { autoUpdate, computePosition, flip, offset, shift } = await floatingUi.load();
      const place = async (): Promise<void> => {
        if (!target.isConnected) return onGone();
        const middleware = [offset(5), flip({ padding: 8 }), shift({ padding: 8 })];
        const { x, y } = await computePosition(target, floating, {
          placement: side,
          strategy: 'fixed',
          middleware,
        });
        Object.assign(floating.style, { left: `${x}px`, top: `${y}px`, visibility: 'visible' });
      };
      if (isShown) stop = autoUpdate(target, floating, () => void place());
    };
    // Without the library there is no tooltip.
    follow().catch(onGone);
    return () => {
      isShown = false;
      stop?.();
    };
  }, [target, side, onGone]);

  return (
    // Hidden from screen readers, because their users have the element's own name.
    <div ref={tip} aria-hidden data-testid="tooltip" className={styles.tip}>
      {label}
      {keys === undefined ? null : <Kbd keys={keys} />}
    </div>
  );
}

interface Attributes {
  readonly label: string;
  readonly keys: string | undefined;
  readonly side: TooltipSide;
}

// Follows the attributes, because a label such as "Copy" changes while it is shown.
function useAttributes(target: HTMLElement): Attributes {
  const [attributes, setAttributes] = useState(() => readAttributes(target));
  useEffect(() => {
    const read = (): void => setAttributes(readAttributes(target));
    read();
    const observer = new MutationObserver(read);
    observer.observe(target, { attributeFilter: ['data-tooltip', 'data-tooltip-keys', 'data-tooltip-side'] });
    return () => observer.disconnect();
  }, [target]);
  return attributes;
}

function readAttributes({ dataset }: HTMLElement): Attributes {
  return {
    label: dataset['tooltip'] ?? '',
    keys: dataset['tooltipKeys'],
    side: sides.find((side) => side === dataset['tooltipSide']) ?? 'bottom',
  };
}
