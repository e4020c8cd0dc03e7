import { use, useRef, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { SkipToMainAction } from '../../commands/SkipToMainAction.tsx';
import { Composer } from '../../runs/composer/Composer.tsx';
import { useCurrentRun } from '../../runs/current-run.ts';
import { PaneBoundary } from '../shell/PaneBoundary.tsx';
import { setRunSheet, useIsSheetOpen, useUiStore } from '../ui-store.ts';
import { DockRecorded, DockResume } from './DockResume.tsx';
import { SheetHostContext } from './sheet-host.ts';
import styles from './RunSheet.module.css';

/** Starts runs and answers their questions, over the inspector. It stays mounted while it is closed, with its keys. */
export function RunSheet() {
  const host = use(SheetHostContext);
  const store = useUiStore();
  const isOpen = useIsSheetOpen();
  const { assistant } = useCurrentRun();
  const sheet = useRef<HTMLDivElement>(null);
  // A JSON editor gives Escape back once it has had one, before the event is here.
  const isForPart = useRef(false);
  if (host === null) return null;
  const close = (): void => {
    const hadFocus = sheet.current?.contains(document.activeElement) === true;
    setRunSheet(store, false);
    // The button that opens it again.
    if (hadFocus) document.querySelector<HTMLElement>('[data-opens-sheet]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || isForPart.current) return;
    // Menus and dialogs are in the sheet's tree, but not in its element.
    if (event.target instanceof Element && sheet.current?.contains(event.target) === true) close();
  };
  return createPortal(
    <div
      ref={sheet}
      role="presentation"
      className={styles.sheet}
      onKeyDownCapture={({ target }) => {
        isForPart.current = target instanceof Element && target.closest('[data-handles-escape]') !== null;
      }}
      onKeyDown={onKeyDown}
    >
      <SkipToMainAction />
      <PaneBoundary name="The run sheet" resetKey={assistant?.assistantId ?? ''}>
        <Composer
          key={assistant?.assistantId ?? ''}
          resume={<DockResume />}
          recorded={<DockRecorded />}
          onStart={() => {
            // Where it is open by itself it stays so, beside what now runs.
            if (isOpen) setRunSheet(store, true);
          }}
          onClose={close}
        />
      </PaneBoundary>
    </div>,
    host,
  );
}
