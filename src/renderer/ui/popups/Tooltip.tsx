import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from '../display/Kbd.tsx';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  readonly label: ReactNode;
  readonly kbd?: string | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /**
   * One element that takes a ref and handlers. Wrap a disabled button in a `span`, or it can't be hovered.
   */
  readonly children: ReactElement;
}

/** A hint on hover and focus. It must not be the only place for a piece of information. */
export function Tooltip({ label, kbd, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={450} disableHoverableContent>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={styles.tip} side={side} sideOffset={5} collisionPadding={8}>
            {label}
            {kbd === undefined ? null : <Kbd keys={kbd} />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
