import { AppWindow, Copy, LogOut } from 'lucide-react';
import { CopyLinkItem } from '../../shared-ui/CopyLinkItem.tsx';
import { runCommand } from '../../commands/command-registry.ts';
import { useSelectionLink } from '../../shared-ui/copy-link.ts';
import { statusOfPhase, phaseText } from '../../run-state/run-state-labels.ts';
import { useRunState } from '../../run-state/run-state-store.ts';
import { StatusChip } from '../../ui/display/Chip.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Menu, MenuItem } from '../../ui/popups/Menu.tsx';
import { PickerButton } from '../../ui/controls/PickerButton.tsx';
import { isWebHost } from '../../rpc/open-port.ts';
import { LazyThreadViewers } from './lazy-views.ts';
import { useWorkbench } from '../use-workbench.ts';
import styles from './TopBar.module.css';
import { shortId } from '../../ui/display/format.ts';

export function ThreadChip() {
  const { thread, selection, selectOwnThread } = useWorkbench();
  const { threadId, connectionId } = selection;
  const selected = useSelectionLink();
  const run = useRunState(connectionId, threadId);
  if (threadId === null) return null;
  const name = thread?.name ?? shortId(threadId);
  return (
    <div className={styles.thread}>
      <span className={styles.slash} aria-hidden>
        /
      </span>
      <Menu
        width={180}
        target={`thread “${name}”`}
        trigger={
          <PickerButton
            aria-label={`Thread: ${name}`}
            className={styles.threadName}
            name={name}
            note={thread?.name == null ? undefined : shortId(threadId)}
          />
        }
      >
        <MenuItem
          icon={<Copy size={14} aria-hidden />}
          detail={threadId}
          command="thread.copy-id"
          onSelect={() => void copyText(threadId)}
        >
          Copy thread ID
        </MenuItem>
        <CopyLinkItem link={selected && { baseUrl: selected.baseUrl, threadId }} />
        <MenuItem
          icon={<AppWindow size={14} aria-hidden />}
          command="thread.open-window"
          onSelect={() => runCommand('thread.open-window')}
        >
          Open in new window
        </MenuItem>
        <MenuItem
          icon={<LogOut size={14} aria-hidden />}
          command="thread.close"
          onSelect={() => selectOwnThread(null)}
        >
          Close thread
        </MenuItem>
      </Menu>
      {thread || run.phase !== 'none' ? (
        <span data-testid="thread-status">
          <StatusChip status={statusOfPhase(run)} title={phaseText(run)} />
        </span>
      ) : null}
      {isWebHost() && connectionId !== null ? (
        <LazyThreadViewers connectionId={connectionId} threadId={threadId} />
      ) : null}
    </div>
  );
}
