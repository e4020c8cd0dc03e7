import { Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { leaveEscapeToPart } from '../handles-escape.ts';
import styles from './Drawer.module.css';

export interface DrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly width: number;
  readonly children: ReactNode;
}

export function Drawer({ open, onOpenChange, width, children }: DrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Dialog.Portal>
        <Dialog.Content
          className={styles.drawer}
          style={{ '--drawer-width': `${width}px` } as CSSProperties}
          aria-describedby={undefined}
          onEscapeKeyDown={leaveEscapeToPart}
          onInteractOutside={(event) => event.preventDefault()}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export interface DrawerHeadProps {
  readonly title: string;
  readonly start?: ReactNode;
  readonly children: ReactNode;
}

export function DrawerHead({ title, start, children }: DrawerHeadProps) {
  return (
    <div className={styles.head}>
      {start}
      <Dialog.Title asChild>
        <h2>{title}</h2>
      </Dialog.Title>
      {children}
      <Dialog.Close className={styles.close} aria-label="Close">
        <X size={15} aria-hidden />
      </Dialog.Close>
    </div>
  );
}

export interface DrawerSearchProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string;
}

export function DrawerSearch({ label, ...input }: DrawerSearchProps) {
  return (
    <label className={styles.search}>
      <Search size={13} aria-hidden />
      <span className="visually-hidden">{label}</span>
      <input type="search" {...input} />
    </label>
  );
}
