import { clsx } from 'clsx';
import {
  Activity,
  Bot,
  CalendarClock,
  Database,
  FileInput,
  FolderCode,
  GitCompareArrows,
  Inbox,
  MessagesSquare,
  Rows3,
  Server,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { useInboxCount } from '../../inbox/queries.ts';
import { focusGroupProps } from '../../ui/controls/focus-group-props.ts';
import { tooltip } from '../../ui/popups/Tooltip.tsx';
import { useUi, useUiStore, type ActivityView } from '../ui-store.ts';
import styles from './ActivityBar.module.css';

const views: readonly { readonly id: ActivityView; readonly label: string; readonly Icon: LucideIcon }[] = [
  { id: 'runs', label: 'Runs', Icon: Rows3 },
  { id: 'threads', label: 'Threads', Icon: MessagesSquare },
  { id: 'assistants', label: 'Assistants', Icon: Bot },
  { id: 'inbox', label: 'Inbox', Icon: Inbox },
  { id: 'run-queues', label: 'Run queues', Icon: Activity },
  { id: 'inputs', label: 'Inputs', Icon: FileInput },
  { id: 'compare', label: 'Compare', Icon: GitCompareArrows },
  { id: 'memory', label: 'Memory', Icon: Database },
  { id: 'crons', label: 'Crons', Icon: CalendarClock },
  { id: 'webhooks', label: 'Webhooks', Icon: Webhook },
];

export function ActivityBar() {
  return (
    <nav className={styles.bar} aria-label="Views" data-region {...focusGroupProps('vertical')}>
      {views.map((view) => (
        <RailButton key={view.id} {...view} />
      ))}
      <span className={styles.grow} />
      <RailButton id="projects" label="Projects" Icon={FolderCode} />
      <RailButton id="servers" label="Servers" Icon={Server} />
    </nav>
  );
}

function RailButton({ id, label, Icon }: (typeof views)[number]) {
  const store = useUiStore();
  const isShown = useUi((state) => state.railView === id);
  const inboxCount = useInboxCount();
  const count = id === 'inbox' ? inboxCount : null;
  const name = count === null ? label : `${label}, ${count} waiting`;
  return (
    <button
      type="button"
      aria-label={name}
      aria-current={isShown ? 'page' : undefined}
      {...tooltip(name, { side: 'right' })}
      className={clsx(styles.button, isShown && styles.active)}
      onClick={() =>
        store.setState((state) => ({ railView: id, collapsed: { ...state.collapsed, left: false } }))
      }
    >
      <Icon size={17} strokeWidth={1.8} aria-hidden />
      {count === null ? null : (
        <span className={styles.count} aria-hidden>
          {count}
        </span>
      )}
    </button>
  );
}
