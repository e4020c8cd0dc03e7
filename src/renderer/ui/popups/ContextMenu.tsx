import { DropdownMenu } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import styles from './Menu.module.css';

export interface ContextMenuProps {
  /** Position in window coordinates. */
  readonly at: { readonly x: number; readonly y: number };
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu at a position, opened by right click or the menu key. Give it a `key` per position. */
export function ContextMenu({ at, label, onClose, children }: ContextMenuProps) {
  const [before] = useState(() => document.activeElement);
  return (
    <DropdownMenu.Root open onOpenChange={(open) => (open ? undefined : onClose())} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span className={styles.anchor} style={{ left: at.x, top: at.y }} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* A landmark, as in `Menu`. */}
        <section aria-label={label}>
          <DropdownMenu.Content
            className={styles.menu}
            aria-label={label}
            align="start"
            side="bottom"
            sideOffset={2}
            collisionPadding={8}
            loop
            style={{ minWidth: 220 }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // The selected action may have moved the focus.
              if (document.activeElement !== document.body && document.activeElement !== null) return;
              if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
            }}
          >
            {children}
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
