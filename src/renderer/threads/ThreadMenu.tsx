import { useMissingCapability, useWhyUnavailable } from '../rpc/server-features.ts';
import {
  CopyPlus,
  Database,
  FileArchive,
  FolderInput,
  Pencil,
  Scissors,
  SquareCheck,
  Trash2,
} from 'lucide-react';
import type { Thread } from '../../shared/model/thread.ts';
import { CompareItem } from '../shared-ui/CompareItem.tsx';
import { threadTrayEntry } from '../shared-ui/tray-entries.ts';
import { CopyLinkItem } from '../shared-ui/CopyLinkItem.tsx';
import { OpenInNewWindowItem } from '../shared-ui/open-window.tsx';
import { useSelectionLink } from '../shared-ui/copy-link.ts';
import { CopyIdItem } from '../ui/popups/CopyIdItem.tsx';
import { MenuItem, MenuSeparator } from '../ui/popups/Menu.tsx';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import type { ThreadAction } from './thread-action.ts';
import { threadTitle } from './thread-labels.ts';

export interface ThreadMenuProps {
  readonly connectionId: string;
  readonly thread: Thread;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly onAct: (act: ThreadAction) => void;
  readonly onCopy: (thread: Thread) => void;
  readonly onClone: (thread: Thread) => void;
  readonly onRecord: (thread: Thread) => void;
  readonly onStorage: (thread: Thread) => void;
  readonly onSelectMultiple: (thread: Thread) => void;
}

export function ThreadMenu(props: ThreadMenuProps) {
  const { connectionId, thread, at, onClose, onAct, onCopy, onClone, onRecord, onStorage, onSelectMultiple } =
    props;
  const whyUnavailable = useWhyUnavailable();
  const noUpdate = whyUnavailable(connectionId, 'threads.update');
  const noCopy = whyUnavailable(connectionId, 'threads.copy');
  const noHistory = useMissingCapability(connectionId, 'threadHistory');
  const noClone = whyUnavailable(null, 'clones.start') ?? noHistory;
  const noStorage = whyUnavailable(connectionId, 'threads.storage');
  const noRecord = whyUnavailable(null, 'recordings.copy');
  const noPrune = whyUnavailable(connectionId, 'threads.prune');
  const noDelete = whyUnavailable(connectionId, 'threads.delete');
  const noCopyRoute = useMissingCapability(connectionId, 'threadCopy');
  const base = useSelectionLink();
  return (
    <ContextMenu
      at={at}
      label={`Thread ${threadTitle(thread)}`}
      target={`thread “${threadTitle(thread)}”`}
      onClose={onClose}
    >
      <MenuItem
        icon={<Pencil size={14} aria-hidden />}
        kbd="F2"
        disabled={noUpdate !== null}
        detail={noUpdate}
        onSelect={() => onAct({ kind: 'edit', thread })}
      >
        Rename and tag
      </MenuItem>
      <MenuItem
        icon={<CopyPlus size={14} aria-hidden />}
        detail={
          noCopy ??
          (noCopyRoute === null
            ? 'A new thread with the same checkpoints'
            : `${noCopyRoute} Its newest branch is recreated.`)
        }
        disabled={noCopy !== null}
        onSelect={() => onCopy(thread)}
      >
        Duplicate
      </MenuItem>
      <MenuItem
        icon={<FolderInput size={14} aria-hidden />}
        disabled={noClone !== null}
        detail={noClone}
        command="thread.clone"
        onSelect={() => onClone(thread)}
      >
        Clone to server
      </MenuItem>
      <MenuItem
        icon={<FileArchive size={14} aria-hidden />}
        disabled={noRecord !== null}
        detail={noRecord}
        command="thread.record"
        onSelect={() => onRecord(thread)}
      >
        Save recording
      </MenuItem>
      <MenuItem
        icon={<Database size={14} aria-hidden />}
        disabled={noStorage !== null}
        detail={noStorage}
        command="thread.storage"
        onSelect={() => onStorage(thread)}
      >
        Storage
      </MenuItem>
      <CompareItem entry={threadTrayEntry({ connectionId, ...thread })} command="compare.thread" />
      <CopyIdItem what="thread" id={thread.threadId} />
      <CopyLinkItem link={base && { baseUrl: base.baseUrl, threadId: thread.threadId }} />
      <OpenInNewWindowItem link={base && { baseUrl: base.baseUrl, threadId: thread.threadId }} />
      <MenuItem icon={<SquareCheck size={14} aria-hidden />} onSelect={() => onSelectMultiple(thread)}>
        Select multiple
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        danger
        icon={<Scissors size={14} aria-hidden />}
        detail={noPrune ?? 'Keeps only the latest state'}
        disabled={noPrune !== null}
        onSelect={() => onAct({ kind: 'prune', threads: [thread] })}
      >
        Prune
      </MenuItem>
      <MenuItem
        danger
        icon={<Trash2 size={14} aria-hidden />}
        kbd="Delete"
        disabled={noDelete !== null}
        detail={noDelete}
        onSelect={() => onAct({ kind: 'delete', threads: [thread] })}
      >
        Delete
      </MenuItem>
    </ContextMenu>
  );
}
