import { type KeyboardEvent, useEffect, useRef } from 'react';
import { dispatch, type CommandOf } from '../commands/command-queue.ts';
import type { InboxItem } from './inbox-items.ts';

// A command to the answer of a row.
export type AnswerCommand = CommandOf<'choose-answer' | 'write-answer' | 'send-answers'>;

// The meaning of a key in the inbox.
export type TriageShortcut =
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'open' }
  | { readonly kind: 'choose' }
  /** Selects the option with this number, from 0. */
  | { readonly kind: 'pick'; readonly index: number }
  | { readonly kind: 'write' }
  | { readonly kind: 'submit' };

// `null` for keys that belong to a field, menu or button.
export function readTriageShortcut(event: KeyboardEvent, list: HTMLElement | null): TriageShortcut | null {
  const { key, target } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.nativeEvent.isComposing) return null;
  const inList = list?.contains(target) === true && target.getAttribute('role') === 'option';
  if (
    target.closest('input:not([type=radio]), textarea, select, [contenteditable], [role=menu], [role=dialog]')
  )
    return null;
  if (event.ctrlKey || event.metaKey) return key === 'Enter' && !event.repeat ? { kind: 'submit' } : null;
  if (key === 'j' || (inList && key === 'ArrowDown')) return { kind: 'move', by: 1 };
  if (key === 'k' || (inList && key === 'ArrowUp')) return { kind: 'move', by: -1 };
  if (key === 'x' || (inList && key === ' ')) return { kind: 'choose' };
  if (key === 'o' || (inList && key === 'Enter')) return { kind: 'open' };
  if (key === 'a') return { kind: 'write' };
  return /^[1-9]$/.test(key) ? { kind: 'pick', index: Number(key) - 1 } : null;
}

// Dispatches commands to the answer of the current row; `null` withdraws the last one. One that still waits for
// its answer to load is withdrawn when the row changes: it was meant for that row only.
export function useAnswerCommands(rowKey: string | null): (command: AnswerCommand | null) => void {
  const last = useRef<{ readonly rowKey: string | null; readonly withdraw: () => void } | null>(null);
  useEffect(() => {
    if (last.current?.rowKey !== rowKey) last.current?.withdraw();
  }, [rowKey]);
  useEffect(() => () => last.current?.withdraw(), []);
  return (command) => {
    last.current?.withdraw();
    last.current = command && { rowKey, withdraw: dispatch(command) };
  };
}

/** The `paneId` of commands to the inbox's answers. */
export const inboxPaneId = 'inbox';

// The command for a shortcut of a row; `null` if the row has nothing that it applies to.
export function answerCommand(shortcut: TriageShortcut, row: InboxItem): AnswerCommand | null {
  const { connectionId } = row.server;
  const paneRef = { paneId: inboxPaneId, connectionId, threadId: row.thread.threadId };
  // A breakpoint has no answer to send; a focused button handles the key itself.
  if (shortcut.kind === 'submit') return row.interrupt === null ? null : { type: 'send-answers', ...paneRef };
  const interruptId = row.interrupt?.id ?? null;
  if (interruptId === null) return null;
  if (shortcut.kind === 'write') return { type: 'write-answer', interruptId, ...paneRef };
  return shortcut.kind === 'pick'
    ? { type: 'choose-answer', interruptId, index: shortcut.index, ...paneRef }
    : null;
}
