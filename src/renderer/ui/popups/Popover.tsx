import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import styles from './Popover.module.css';

export interface PopoverProps {
  /** The button that opens it: one element that takes a ref. */
  readonly trigger: ReactElement;
  /** What it is about, for screen readers. */
  readonly label: string;
  /** Pixels; the window's edge wins. */
  readonly width?: number;
  /** Given where it closes by itself, for example after a choice. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A small form beside its button. What is set in it counts at once; Escape or a click elsewhere closes it. */
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
