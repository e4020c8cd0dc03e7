import { clsx } from 'clsx';
import {
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
import { dispatch } from '../../commands/command-queue.ts';
import { useInboxCount } from '../../inbox/queries.ts';
import { useWhyUnavailable } from '../../rpc/server-features.ts';
import { focusGroupProps } from '../../ui/controls/focus-group-props.ts';
import { tooltip } from '../../ui/popups/Tooltip.tsx';
import { useUi, useUiStore, type ActivityView } from '../ui-store.ts';
import styles from './ActivityBar.module.css';

interface ActivityBarView {
  readonly id: ActivityView;
  readonly label: string;
  readonly Icon: LucideIcon;
}

const views: readonly ActivityBarView[] = [
  { id: 'runs', label: 'Runs', Icon: Rows3 },
  { id: 'threads', label: 'Threads', Icon: MessagesSquare },
  { id: 'assistants', label: 'Assistants', Icon: Bot },
  { id: 'inbox', label: 'Inbox', Icon: Inbox },
  { id: 'inputs', label: 'Inputs', Icon: FileInput },
  { id: 'compare', label: 'Compare', Icon: GitCompareArrows },
  { id: 'memory', label: 'Memory', Icon: Database },
  { id: 'crons', label: 'Crons', Icon: CalendarClock },
  { id: 'webhooks', label: 'Webhooks', Icon: Webhook },
];

export function ActivityBar() {
  const whyUnavailable = useWhyUnavailable();
  return (
    <nav className={styles.bar} aria-label="Views" data-region {...focusGroupProps('vertical')}>
      {views.map((view) =>
        view.id === 'inbox' ? (
          <InboxButton key={view.id} {...view} />
        ) : view.id === 'inputs' && whyUnavailable(null, 'experiments.list') !== null ? null : (
          <RailButton
            key={view.id}
            {...view}
            // Without the files of inputs, the view has only the results.
            {...(view.id === 'inputs' && whyUnavailable(null, 'inputs.list') && { label: 'Experiments' })}
          />
        ),
      )}
      <span className={styles.grow} />
      {whyUnavailable(null, 'projects.start') === null ? (
        <RailButton id="projects" label="Projects" Icon={FolderCode} />
      ) : null}
      <RailButton id="servers" label="Servers" Icon={Server} />
    </nav>
  );
}

function InboxButton(view: ActivityBarView) {
  return <RailButton {...view} count={useInboxCount()} />;
}

function RailButton({ id, label, Icon, count = null }: ActivityBarView & { count?: string | null }) {
  const store = useUiStore();
  const isShown = useUi((state) => state.railView === id);
  const name = count === null ? label : `${label}, ${count} waiting`;
  return (
    <button
      type="button"
      aria-label={name}
      aria-current={isShown ? 'page' : undefined}
      {...tooltip(name, { side: 'right' })}
      className={clsx(styles.button, isShown && styles.active)}
      onClick={({ detail }) => {
        store.setState(({ railView, collapsed }) => ({
          railView: id,
          narrowPane: 'left',
          collapsed: { ...collapsed, left: false, threads: railView !== id && collapsed.threads },
        }));
        // Whoever opens the runs with the mouse goes on by keys in the table, where `/` searches; keys stay in the bar.
        if (id === 'runs' && detail > 0) dispatch({ type: 'focus-runs', part: 'rows' });
      }}
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
