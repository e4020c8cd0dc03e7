import { Command as Palette } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { findInPalette, type PaletteItem } from './palette-items.ts';
import { usePaletteGroups } from './use-palette-groups.tsx';
import styles from './CommandPalette.module.css';

export interface CommandPaletteProps {
  readonly onClose: () => void;
}

export function CommandPalette({ onClose }: CommandPaletteProps) {
  const [search, setSearch] = useState('');
  const { groups, note } = usePaletteGroups(search);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content className={styles.dialog} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">Search or run a command</Dialog.Title>
          <Palette label="Search or run a command" loop shouldFilter={false} className={styles.palette}>
            <Palette.Input
              className={styles.input}
              placeholder="Type a command, name or ID"
              value={search}
              onValueChange={(text) => {
                setSearch(text);
                // The best match is the first row.
                list.current?.scrollTo(0, 0);
              }}
            />
            <Palette.List ref={list} className={styles.list}>
              <Palette.Empty className={styles.none}>Nothing matches.</Palette.Empty>
              {findInPalette(groups, search).map(({ heading, items }) => (
                <Palette.Group key={heading} heading={heading} className={styles.group}>
                  {items.map((item) => (
                    <Row key={item.key} item={item} onClose={onClose} />
                  ))}
                </Palette.Group>
              ))}
            </Palette.List>
            {note === null ? null : (
              <p className={styles.foot} role="status">
                {note}
              </p>
            )}
          </Palette>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Row({ item, onClose }: { readonly item: PaletteItem; readonly onClose: () => void }) {
  const { blocked = null } = item;
  return (
    <Palette.Item
      value={item.key}
      disabled={blocked !== null}
      onSelect={() => {
        onClose();
        item.onSelect();
      }}
      className={styles.item}
    >
      {item.icon}
      <span className={styles.name}>{item.title}</span>
      <span className={styles.note} title={blocked ?? undefined}>
        {blocked ?? item.note}
      </span>
    </Palette.Item>
  );
}
