import { CircleQuestionMark, MessagesSquare } from 'lucide-react';
import type { ServerRunKind } from '../../shared/model/server-run.ts';
import { dispatch } from '../commands/command-queue.ts';
import { CompareItem } from '../shared-ui/CompareItem.tsx';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import { CopyIdItem } from '../ui/popups/CopyIdItem.tsx';
import { MenuItem, MenuSeparator } from '../ui/popups/Menu.tsx';
import { runThreadTitle, serverRunTrayEntry } from './row-labels.ts';
import type { ServerRunRow } from './run-rows.ts';

interface ServerRunMenuProps {
  readonly connectionId: string;
  readonly kind: ServerRunKind;
  readonly row: ServerRunRow;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly onOpen: () => void;
}

export function ServerRunMenu({ connectionId, kind, row, at, onClose, onOpen }: ServerRunMenuProps) {
  const { thread, run } = row;
  return (
    <ContextMenu
      at={at}
      label={`Run of ${runThreadTitle(thread)}`}
      target={`run of “${runThreadTitle(thread)}”`}
      onClose={onClose}
    >
      <MenuItem icon={<MessagesSquare size={14} aria-hidden />} onSelect={onOpen}>
        Open its thread
      </MenuItem>
      {run === null ? null : (
        <>
          {kind === 'failed' ? (
            <MenuItem
              icon={<CircleQuestionMark size={14} aria-hidden />}
              onSelect={() =>
                dispatch({ type: 'what-changed', connectionId, threadId: thread.threadId, runId: run.runId })
              }
            >
              What changed?
            </MenuItem>
          ) : null}
          <CompareItem entry={serverRunTrayEntry(connectionId, thread, run)} />
          <MenuSeparator />
          <CopyIdItem what="run" id={run.runId} />
        </>
      )}
    </ContextMenu>
  );
}
