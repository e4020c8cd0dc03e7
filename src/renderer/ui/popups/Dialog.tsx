import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { leaveEscapeToPart } from '../handles-escape.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  // In pixels, at most the width of the window.
  readonly width?: number;
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

/** A modal dialog. Escape closes it; focus is trapped inside and restored afterwards. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 480,
  footer,
  children,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.dialog}
          style={{ width }}
          onEscapeKeyDown={leaveEscapeToPart}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className={styles.head}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
          </div>
          <div className={styles.body}>
            {description === undefined ? null : (
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            )}
            {children}
          </div>
          {footer === undefined ? null : <div className={styles.foot}>{footer}</div>}
          {/* Last in the DOM, so that focus starts in the content. */}
          <Radix.Close className={styles.close} aria-label="Close">
            <X size={15} aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
