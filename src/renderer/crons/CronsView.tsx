import { CalendarClock, Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { readOnlyReason } from '../../shared/model/read-only.ts';
import type { Cron, CronList } from '../../shared/model/cron.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { useRefreshError } from '../shared-ui/refresh-error.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { shareUpTo } from '../ui/controls/SplitPane.tsx';
import { ListRow } from '../ui/resource-view/ListRow.tsx';
import { LoadedResource, UnavailableResource } from '../ui/resource-view/LoadedResource.tsx';
import { PaneSearch } from '../ui/resource-view/PaneSearch.tsx';
import { ReadError, ResourceHeader } from '../ui/resource-view/ResourceHeader.tsx';
import { ResourceRows } from '../ui/resource-view/ResourceRows.tsx';
import { ResourceView } from '../ui/resource-view/ResourceView.tsx';
import { useResourceList } from '../ui/resource-view/use-resource-list.ts';
import { CronDetail } from './CronDetail.tsx';
import { CronDialog } from './CronDialog.tsx';
import { cronStatus, timeIn } from './cron-labels.ts';
import { useCrons } from './queries.ts';
import styles from './CronsView.module.css';

export interface CronsViewProps {
  // `null` without a server.
  readonly connectionId: string | null;
  readonly serverName: string;
  readonly assistants: readonly Assistant[];
  // The selected assistant, which new crons propose.
  readonly assistantId: string | null;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

const icon = <CalendarClock size={20} aria-hidden />;

// What a server runs by itself, over all assistants and threads.
export function CronsView({ connectionId, ...props }: CronsViewProps) {
  if (connectionId === null) {
    return (
      <UnavailableResource
        icon={icon}
        title="No server"
        sentence="Select a server in the top bar to see its crons."
      />
    );
  }
  if (readOnlyReason(connectionId) !== null) {
    return (
      <UnavailableResource
        icon={icon}
        title="No crons in a recording"
        sentence="It contains a thread, not the crons of its server."
      />
    );
  }
  return <ReadCrons key={connectionId} connectionId={connectionId} {...props} />;
}

type ServerCronsProps = CronsViewProps & { readonly connectionId: string };

function ReadCrons(props: ServerCronsProps) {
  const { connectionId } = props;
  const noCrons = useUnavailable(connectionId, 'crons.list');
  const { data, error, refetch } = useCrons(connectionId, noCrons === null);
  if (noCrons !== null || isUnsupported(error)) {
    return (
      <UnavailableResource icon={icon} title="No crons on this server" sentence={noCrons ?? error?.message} />
    );
  }
  const onRefresh = (): void => void refetch();
  return (
    <LoadedResource
      data={data}
      error={error}
      loading="Loading crons"
      failed="Could not load crons"
      onRetry={onRefresh}
    >
      {(crons) => <Crons {...props} {...crons} error={error} onRefresh={onRefresh} />}
    </LoadedResource>
  );
}

interface LoadedCronsProps extends ServerCronsProps, CronList {
  readonly error: Error | null;
  readonly onRefresh: () => void;
}

function Crons(props: LoadedCronsProps) {
  const { connectionId, serverName, assistants, assistantId, onOpenThread } = props;
  const { crons, isCut, error, onRefresh } = props;
  const [edited, setEdited] = useState<Cron | 'new' | null>(null);
  const refreshError = useRefreshError(connectionId, error);
  const noNew = useUnavailable(connectionId, 'crons.create');
  const names = useMemo(
    () => new Map(assistants.map(({ assistantId: id, name }) => [id, name])),
    [assistants],
  );
  const nameOf = useCallback(
    (cron: Cron): string => names.get(cron.assistantId ?? '') ?? cron.assistantId ?? 'unknown assistant',
    [names],
  );
  const textOf = useCallback(
    (cron: Cron) => [nameOf(cron), cron.schedule, cron.cronId, cron.threadId].join(' '),
    [nameOf],
  );
  const list = useResourceList(crons, { keyOf: cronIdOf, textOf });
  return (
    <>
      <ResourceView
        label="Crons"
        columns={columns()}
        list={list}
        header={
          <>
            <ResourceHeader
              title="Crons"
              count={crons.length}
              isCut={isCut}
              onRefresh={onRefresh}
              actions={
                <Button
                  size="small"
                  icon={<Plus size={14} aria-hidden />}
                  disabled={noNew !== null}
                  title={noNew ?? undefined}
                  onClick={() => setEdited('new')}
                >
                  New
                </Button>
              }
            />
            <PaneSearch label="Search crons" placeholder="Search assistant, schedule, ID" list={list} />
            <ReadError error={refreshError} failed="Could not load crons" hasData onRetry={onRefresh} />
          </>
        }
        noDetail={{ icon, title: 'No cron selected', sentence: 'Select a cron to see when it runs.' }}
        renderDetail={(cron) => (
          <CronDetail
            connectionId={connectionId}
            serverName={serverName}
            cron={cron}
            assistantName={nameOf(cron)}
            onEdit={() => setEdited(cron)}
            onOpenThread={(threadId) => onOpenThread(connectionId, threadId)}
          />
        )}
      >
        <ResourceRows
          label="Crons"
          {...list.rows}
          isStale={error !== null}
          empty={
            crons.length > 0
              ? { title: 'No matching crons', sentence: 'Change the search text.' }
              : {
                  title: 'No crons',
                  sentence: 'Nothing is scheduled on this server.',
                  action: (
                    <Button
                      size="small"
                      disabled={noNew !== null}
                      title={noNew ?? undefined}
                      onClick={() => setEdited('new')}
                    >
                      New cron
                    </Button>
                  ),
                }
          }
          render={(cron) => <CronRow cron={cron} name={nameOf(cron)} />}
        />
      </ResourceView>
      {edited === null ? null : (
        <CronDialog
          connectionId={connectionId}
          serverName={serverName}
          // As it is now; one that is gone, as it was.
          cron={edited === 'new' ? null : (crons.find(({ cronId }) => cronId === edited.cronId) ?? edited)}
          assistants={assistants}
          assistantId={assistantId}
          onClose={() => setEdited(null)}
          onSaved={({ cronId }) => {
            setEdited(null);
            list.show(cronId);
          }}
        />
      )}
    </>
  );
}

const columns = () => ({
  id: 'crons.columns',
  list: { id: 'crons', size: shareUpTo(38, 600), minSize: 280 },
  detail: { id: 'cron', minSize: 320 },
});

function cronIdOf({ cronId }: Cron): string {
  return cronId;
}

function CronRow({ cron, name }: { readonly cron: Cron; readonly name: string }) {
  const status = cronStatus(cron);
  return (
    <ListRow
      name={name}
      end={<Chip tone={status === 'enabled' ? 'ok' : 'mute'}>{status}</Chip>}
      second={
        <>
          <code className={styles.schedule}>{cron.schedule}</code>
          {cron.nextRunAt === null || status !== 'enabled' ? null : (
            <> · next {timeIn(cron.nextRunAt, undefined)}</>
          )}
          <> · {cron.timezone ?? 'UTC'}</>
        </>
      }
    />
  );
}

function isUnsupported(error: Error | null): boolean {
  return error instanceof AppError && error.code === 'unsupported';
}
