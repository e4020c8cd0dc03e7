import { Ban, FilePlus2, MessagesSquare, Play, Trash2 } from 'lucide-react';
import type { IndexedRun } from '../../shared/model/run-index.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { CompareItem } from '../shared-ui/CompareItem.tsx';
import { TraceItems } from '../shared-ui/TraceItems.tsx';
import { WhatChangedItem } from '../shared-ui/WhatChangedItem.tsx';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import { CopyIdItem } from '../ui/popups/CopyIdItem.tsx';
import { MenuItem, MenuSeparator } from '../ui/popups/Menu.tsx';
import type { RunActionKind } from './run-actions.ts';
import type { MenuPoint } from './RunGrid.tsx';
import { isActiveRun, runEntry, runTitle } from './run-labels.ts';

/** What can be done with one run, in its details and in its menu. */
export interface RunActs {
  readonly onOpen: () => void;
  readonly onAct: (kind: RunActionKind) => void;
  readonly onAddInput: () => void;
}

interface RunMenuProps extends RunActs {
  readonly connectionId: string;
  readonly run: IndexedRun;
  readonly at: MenuPoint;
  readonly onClose: () => void;
}

export function RunMenu({ connectionId, run, at, onClose, onOpen, onAct, onAddInput }: RunMenuProps) {
  const noCancel = useUnavailable(connectionId, 'serverRuns.cancel');
  const noRepeat = useUnavailable(connectionId, 'serverRuns.repeat');
  const noDelete = useUnavailable(connectionId, 'serverRuns.delete');
  const noInput = useUnavailable(null, 'inputs.save');
  const { threadId, runId } = run;
  const title = runTitle(run);
  return (
    <ContextMenu at={at} label={`Run of ${title}`} target={`run of “${title}”`} onClose={onClose}>
      <MenuItem icon={<MessagesSquare size={14} aria-hidden />} onSelect={onOpen}>
        Open
      </MenuItem>
      <MenuItem
        icon={<Play size={14} aria-hidden />}
        disabled={noRepeat !== null}
        detail={noRepeat ?? undefined}
        onSelect={() => onAct('repeat')}
      >
        Run again…
      </MenuItem>
      {run.status === 'failed' ? (
        <WhatChangedItem connectionId={connectionId} threadId={threadId} runId={runId} />
      ) : null}
      <CompareItem entry={runEntry(connectionId, run)} />
      <MenuItem
        icon={<FilePlus2 size={14} aria-hidden />}
        disabled={noInput !== null}
        detail={noInput}
        onSelect={onAddInput}
      >
        Add to inputs…
      </MenuItem>
      <TraceItems {...{ connectionId, threadId, runId }} isActive={isActiveRun(run)} />
      <MenuSeparator />
      <CopyIdItem what="run" id={runId} />
      <CopyIdItem what="thread" id={threadId} />
      <MenuSeparator />
      {isActiveRun(run) ? (
        <MenuItem
          icon={<Ban size={14} aria-hidden />}
          disabled={noCancel !== null}
          detail={noCancel ?? undefined}
          onSelect={() => onAct('cancel')}
        >
          Cancel run…
        </MenuItem>
      ) : (
        <MenuItem
          icon={<Trash2 size={14} aria-hidden />}
          disabled={noDelete !== null}
          detail={noDelete ?? undefined}
          onSelect={() => onAct('delete')}
        >
          Delete run…
        </MenuItem>
      )}
    </ContextMenu>
  );
}
