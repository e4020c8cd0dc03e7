import { CircleQuestionMark, Copy } from 'lucide-react';
import type { RunRecord } from '../../../shared/model/runs/run.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { CompareItem } from '../../domain/compare/CompareItem.tsx';
import { runTrayEntry, type NamedRun } from '../../domain/compare/tray-entries.ts';
import { copyText } from '../../ui/copy-text.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ContextMenu } from '../../ui/popups/ContextMenu.tsx';
import { MenuItem, MenuSeparator } from '../../ui/popups/Menu.tsx';

interface RunMenuProps {
  readonly run: NamedRun;
  readonly record: RunRecord;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** The context menu of a run of the thread. Its details have the rest. */
export function RunMenu({ run, record, at, onClose }: RunMenuProps) {
  const { connectionId, threadId, runId, number } = run;
  const copy = async (): Promise<void> => {
    const done = await copyText(runId);
    showToast(done ? 'Copied the run ID.' : 'Could not copy the run ID.', done ? 'ok' : 'fail');
  };
  return (
    <ContextMenu at={at} label={`Run ${number === null ? runId : `#${number}`}`} onClose={onClose}>
      <CompareItem entry={runTrayEntry('run', run)} what="this run" />
      <CompareItem entry={runTrayEntry('pass', run)} what="its whole pass" />
      {record.status === 'error' ? (
        <MenuItem
          icon={<CircleQuestionMark size={14} aria-hidden />}
          onSelect={() => dispatch({ type: 'what-changed', connectionId, threadId, runId })}
        >
          What changed?
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem icon={<Copy size={14} aria-hidden />} onSelect={() => void copy()}>
        Copy run ID
      </MenuItem>
    </ContextMenu>
  );
}
