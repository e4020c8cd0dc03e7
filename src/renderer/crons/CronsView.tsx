import { clsx } from 'clsx';
import { CalendarClock, Plus, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { readOnlyReason } from '../../shared/model/connections/read-only.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import type { Cron } from '../../shared/model/cron.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { ListDetail } from '../ui/layout/ListDetail.tsx';
import { PaneSearch } from '../ui/layout/PaneSearch.tsx';
import { PaneHeader } from '../ui/layout/Toolbar.tsx';
import { CronDetail } from './CronDetail.tsx';
import { CronDialog } from './CronDialog.tsx';
import { cronStatus, timeIn } from './cron-labels.ts';
import { useCrons } from './queries.ts';
import list from '../ui/layout/ListDetail.module.css';
import styles from './CronsView.module.css';

export interface CronsViewProps {
  /** `null` without a server. */
  readonly connectionId: string | null;
  readonly serverName: string;
  readonly assistants: readonly Assistant[];
  /** The selected assistant, which new crons propose. */
  readonly assistantId: string | null;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

/** What a server runs by itself, over all assistants and threads. */
export function CronsView({ connectionId, ...props }: CronsViewProps) {
  if (connectionId === null) {
    return (
      <div className={list.view}>
        <EmptyState
          icon={<CalendarClock size={20} aria-hidden />}
          title="No server"
          sentence="Select a server in the top bar to see its crons."
        />
      </div>
    );
  }
  return <Crons key={connectionId} connectionId={connectionId} {...props} />;
}

function Crons(props: CronsViewProps & { readonly connectionId: string }) {
  const { connectionId, serverName, assistants, assistantId, onOpenThread } = props;
  const noCrons = useUnavailable(connectionId, 'crons.list');
  const { data, error, refetch } = useCrons(
    connectionId,
    noCrons === null && readOnlyReason(connectionId) === null,
  );
  const [search, setSearch] = useState('');
  const [shownId, setShownId] = useState<string | null>(null);
  const [edited, setEdited] = useState<Cron | 'new' | null>(null);
  const nameOf = useMemo(() => {
    const names = new Map(assistants.map(({ assistantId: id, name }) => [id, name]));
    return (cron: Cron): string =>
      names.get(cron.assistantId ?? '') ?? cron.assistantId ?? 'unknown assistant';
  }, [assistants]);
  const wanted = search.trim().toLowerCase();
  const crons = useMemo(() => {
    const texts = (cron: Cron) => [nameOf(cron), cron.schedule, cron.cronId, cron.threadId ?? ''];
    return (data?.crons ?? []).filter((cron) =>
      texts(cron).some((text) => text.toLowerCase().includes(wanted)),
    );
  }, [data, nameOf, wanted]);
  const readOnly = readOnlyReason(connectionId);
  if (readOnly !== null || noCrons !== null || isUnsupported(error)) {
    return (
      <div className={list.view}>
        <EmptyState
          icon={<CalendarClock size={20} aria-hidden />}
          title={readOnly === null ? 'No crons on this server' : 'No crons in a recording'}
          sentence={
            readOnly === null
              ? (noCrons ?? error?.message)
              : 'It holds a thread, not the crons of its server.'
          }
        />
      </div>
    );
  }
  if (error && !data) {
    return (
      <div className={list.centered}>
        <ErrorNotice action="Could not load crons" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data) return <Loading fill>Loading crons</Loading>;
  const shown = crons.find(({ cronId }) => cronId === shownId) ?? crons[0] ?? null;
  return (
    <>
      <ListDetail
        label="Crons"
        id="crons.columns"
        list={{ id: 'crons', size: '38%', minSize: 280 }}
        detail={{ id: 'cron', minSize: 320 }}
        header={
          <>
            <PaneHeader
              title="Crons"
              note={`${data.crons.length.toLocaleString()}${data.isCut ? '+' : ''}`}
              actions={
                <>
                  <IconButton
                    size="small"
                    label="Refresh"
                    icon={<RefreshCw size={14} aria-hidden />}
                    onClick={() => void refetch()}
                  />
                  <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => setEdited('new')}>
                    New
                  </Button>
                </>
              }
            />
            <PaneSearch
              label="Search crons"
              placeholder="Search assistant, schedule, ID"
              value={search}
              onChange={setSearch}
            />
            {error ? (
              <ErrorNotice action="Could not refresh" error={error} onRetry={() => void refetch()} />
            ) : null}
          </>
        }
        shown={
          shown === null ? (
            <EmptyState
              icon={<CalendarClock size={20} aria-hidden />}
              title="No cron selected"
              sentence="Select a cron to see when it runs."
            />
          ) : (
            <CronDetail
              key={shown.cronId}
              connectionId={connectionId}
              serverName={serverName}
              cron={shown}
              assistantName={nameOf(shown)}
              onEdit={() => setEdited(shown)}
              onOpenThread={(threadId) => onOpenThread(connectionId, threadId)}
            />
          )
        }
      >
        {crons.length === 0 ? (
          <EmptyState
            compact
            title={wanted === '' ? 'No crons' : 'No cron matches'}
            sentence={wanted === '' ? 'Nothing runs by itself on this server.' : 'Change the text.'}
            action={
              wanted === '' ? (
                <Button size="small" onClick={() => setEdited('new')}>
                  New cron
                </Button>
              ) : undefined
            }
          />
        ) : (
          <Listbox
            label="Crons"
            items={crons}
            keyOf={({ cronId }) => cronId}
            selectedKey={shown?.cronId ?? null}
            onSelect={({ cronId }) => setShownId(cronId)}
            render={(cron) => <CronRow cron={cron} name={nameOf(cron)} />}
          />
        )}
      </ListDetail>
      {edited === null ? null : (
        <CronDialog
          connectionId={connectionId}
          serverName={serverName}
          // As it is now; one that is gone, as it was.
          cron={
            edited === 'new' ? null : (data?.crons.find(({ cronId }) => cronId === edited.cronId) ?? edited)
          }
          assistants={assistants}
          assistantId={assistantId}
          onClose={() => setEdited(null)}
          onSaved={({ cronId }) => {
            setEdited(null);
            setShownId(cronId);
          }}
        />
      )}
    </>
  );
}

function CronRow({ cron, name }: { readonly cron: Cron; readonly name: string }) {
  const status = cronStatus(cron);
  return (
    <div className={styles.row}>
      <span className={list.name}>{name}</span>
      <span className={styles.status}>
        <Chip tone={status === 'enabled' ? 'ok' : 'mute'}>{status}</Chip>
      </span>
      <code className={styles.schedule}>{cron.schedule}</code>
      <span className={clsx(list.quiet, styles.next)}>
        {cron.timezone ?? 'UTC'}
        {cron.nextRunAt === null || status !== 'enabled' ? null : (
          <> · next {timeIn(cron.nextRunAt, undefined)}</>
        )}
      </span>
    </div>
  );
}

function isUnsupported(error: Error | null): boolean {
  return error instanceof AppError && error.code === 'unsupported';
}
