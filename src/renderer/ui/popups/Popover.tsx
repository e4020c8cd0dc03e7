import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import styles from './Popover.module.css';

export interface PopoverProps {
  // The button that opens the popover: one element that takes a ref.
  readonly trigger: ReactElement;
  readonly label: string;
  // In pixels, at most the width of the window.
  readonly width?: number;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A small form next to its button. Changes apply at once; Escape or a click elsewhere closes it. */
export function Popover({ trigger, label, width = 280, children, ...control }: PopoverProps) {
  return (
    <Radix.Root {...control}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={styles.popover}
          aria-label={label}
          align="start"
          sideOffset={5}
          collisionPadding={8}
          style={{ width }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
