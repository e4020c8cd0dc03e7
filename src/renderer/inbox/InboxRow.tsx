import {
  CircleHelp,
  CircleCheckBig,
  ListChecks,
  Pause,
  LoaderCircle,
  Square,
  SquareCheck,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { compareDragProps } from '../shared-ui/compare-drag.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { inboxTrayEntry, type InboxKind, type InboxItem } from './inbox-items.ts';
import styles from './InboxView.module.css';

export const kindLabels: Readonly<Record<InboxKind, string>> = {
  approval: 'Approval',
  form: 'Form',
  question: 'Question',
  breakpoint: 'Breakpoint',
};

const icons: Readonly<Record<InboxKind, LucideIcon>> = {
  approval: CircleCheckBig,
  form: ListChecks,
  question: CircleHelp,
  breakpoint: Pause,
};

interface InboxRowProps {
  readonly row: InboxItem;
  readonly showServer: boolean;
  // To be answered together with others.
  readonly isChosen: boolean;
  // `range`: also the rows from the last chosen one.
  readonly onChoose: (range: boolean) => void;
}

export function InboxRow({ row, showServer, isChosen, onChoose }: InboxRowProps) {
  const { kind, line, nodeId, name, since, server, thread, unread } = row;
  const Icon = kind !== null ? icons[kind] : unread ? TriangleAlert : LoaderCircle;
  const word = kind !== null ? kindLabels[kind] : unread ? 'Unreadable' : 'Not read yet';
  return (
    <div className={styles.row} {...compareDragProps(() => inboxTrayEntry(row))}>
      {row.interrupt === null ? null : (
        // The key X does the same; an option has no focusable parts.
        <span
          aria-hidden
          className={styles.choose}
          data-chosen={isChosen}
          data-testid="choose"
          title="Select to answer it together with others (X)"
          onClick={(event) => {
            event.stopPropagation();
            onChoose(event.shiftKey);
          }}
        >
          {isChosen ? <SquareCheck size={15} /> : <Square size={15} />}
        </span>
      )}
      {isChosen ? <span className="visually-hidden">Chosen. </span> : null}
      <Icon size={14} className={styles.icon} aria-label={word} />
      <span className={styles.line}>{line}</span>
      <span className={styles.age}>
        <TimeAgo at={since} />
      </span>
      <span className={styles.secondary}>
        <code>{[thread.graphId, nodeId?.replaceAll(':', ' › ')].filter(Boolean).join(' › ')}</code>
        <span title={name}>{name}</span>
        {thread.uncheckedSince === undefined ? null : (
          <span>
            last checked <TimeAgo at={thread.uncheckedSince} ago />
          </span>
        )}
        {showServer ? (
          <span className={styles.server}>
            {server.name}
            {server.state === 'offline' ? ' (offline)' : ''}
          </span>
        ) : null}
      </span>
    </div>
  );
}
