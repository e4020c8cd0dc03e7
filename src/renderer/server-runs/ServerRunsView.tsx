import { Activity } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useUnavailable } from '../rpc/server-features.ts';
import type { ServerRunKind } from '../../shared/model/server-run.ts';
import { compareDragProps } from '../shared-ui/compare-drag.ts';
import { Button } from '../ui/controls/Button.tsx';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ConfirmDialog } from '../ui/popups/ConfirmDialog.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { ListRow } from '../ui/resource-view/ListRow.tsx';
import { ListSelection } from '../ui/resource-view/ListSelection.tsx';
import { UnavailableResource } from '../ui/resource-view/LoadedResource.tsx';
import { PaneSearch } from '../ui/resource-view/PaneSearch.tsx';
import styles from '../ui/resource-view/resource-view.module.css';
import { ReadError, ResourceHeader } from '../ui/resource-view/ResourceHeader.tsx';
import { ResourceRows } from '../ui/resource-view/ResourceRows.tsx';
import { ResourceView } from '../ui/resource-view/ResourceView.tsx';
import { useResourceList } from '../ui/resource-view/use-resource-list.ts';
import { CancelResults } from './CancelResults.tsx';
import { maxRefreshed, useAssistantNames, useServerRuns } from './queries.ts';
import { queueText, runThreadTitle, serverRunTrayEntry, statusOf } from './row-labels.ts';
import { PaletteMenu } from '../ui/popups/PaletteMenu.tsx';
import { ServerRunMenu } from './ServerRunMenu.tsx';
import { ServerRunDetail } from './ServerRunDetail.tsx';
import { coverageText, isCancellable, rowText, runRows, type ServerRunRow } from './run-rows.ts';
import { useCancelRuns } from './mutations.ts';

export interface ServerRunsViewProps {
  readonly connectionId: string | null;
  readonly serverName: string;
  readonly kind: ServerRunKind;
  readonly switcher: ReactNode;
  /** Opens the thread, and shows the run there. `runId: null`: only the thread. */
  readonly onOpen: (threadId: string, runId: string | null) => void;
}

/** Threads that are read at first, with each step up to 500, and with each one after that. */
const threadsPerPage = 100;
const threadsPerLargePage = 500;
const maxThreads = 5000;

const icon = <Activity size={20} aria-hidden />;

export function ServerRunsView({ connectionId, ...props }: ServerRunsViewProps) {
  if (connectionId === null) {
    return (
      <UnavailableResource
        icon={icon}
        title="No server"
        sentence="Select a server in the top bar to see its runs."
      />
    );
  }
  return <ServerRuns key={`${connectionId} ${props.kind}`} connectionId={connectionId} {...props} />;
}

const emptyTexts: Readonly<Record<ServerRunKind, { readonly title: string; readonly sentence: string }>> = {
  active: { title: 'Nothing runs', sentence: 'No thread of this server has an active run.' },
  waiting: { title: 'Nothing waits', sentence: 'No thread of this server waits for a person.' },
  failed: { title: 'Nothing failed', sentence: 'No thread of this server was left failed by its last run.' },
};

function ServerRuns(props: ServerRunsViewProps & { readonly connectionId: string }) {
  const { connectionId, serverName, kind, switcher, onOpen } = props;
  const readOnly = useUnavailable(connectionId, 'serverRuns.cancel');
  const [threads, setThreads] = useState(threadsPerPage);
  const { data, error, refetch, isFetching, dataUpdatedAt } = useServerRuns(connectionId, kind, threads);
  const step = threads < maxRefreshed ? threadsPerPage : threadsPerLargePage;
  const nameOf = useAssistantNames(connectionId);
  const [toCancel, setToCancel] = useState<readonly ServerRunRow[] | null>(null);
  const cancelling = useCancelRuns(connectionId);
  const [menu, setMenu] = useState<{
    readonly row: ServerRunRow;
    readonly x: number;
    readonly y: number;
  } | null>(null);

  const all = useMemo(() => (data ? runRows(data, dataUpdatedAt) : []), [data, dataUpdatedAt]);
  const textOf = useCallback(
    (row: ServerRunRow) => rowText(row, nameOf(row.run?.assistantId ?? '')),
    [nameOf],
  );
  const list = useResourceList(all, { keyOf, textOf, canSelect: isCancellable });
  const { selection, selectable, selected, shown } = list;
  const open = ({ thread, run }: ServerRunRow): void => onOpen(thread.threadId, run?.runId ?? null);
  const rowsToCancel = (toCancel ?? []).filter(isCancellable);
  const count = rowsToCancel.length;
  const onRefresh = (): void => void refetch();
  return (
    <>
      <ResourceView
        label="Runs of the server"
        columns={columns}
        list={list}
        header={
          <>
            <ResourceHeader
              title="Runs"
              count={data && all.length}
              isCut={data?.hasMore === true}
              onRefresh={onRefresh}
              actions={
                kind !== 'active' ? null : selection.chosen === null ? (
                  <Button
                    size="small"
                    disabled={selectable.length === 0 || readOnly !== null}
                    title={readOnly ?? undefined}
                    onClick={() => selection.start(selectable[0]?.key ?? '')}
                  >
                    Select
                  </Button>
                ) : (
                  <Button size="small" variant="ghost" onClick={selection.stop}>
                    Done
                  </Button>
                )
              }
            />
            <PaneSearch label="Search runs" placeholder="Search name, assistant, ID" list={list}>
              {switcher}
            </PaneSearch>
            <ListSelection label="Selected runs" list={list}>
              <Button
                size="small"
                disabled={selected.length === 0 || cancelling.isPending || readOnly !== null}
                title={readOnly ?? undefined}
                onClick={() => setToCancel(selected)}
              >
                Cancel runs…
              </Button>
            </ListSelection>
            <ReadError
              error={error}
              failed="Could not load runs"
              hasData={data !== undefined}
              onRetry={onRefresh}
            />
          </>
        }
        noDetail={{
          icon,
          title: 'No run selected',
          sentence: 'Select a run to follow it or to see its queue.',
        }}
        renderDetail={(row) => (
          <ServerRunDetail
            connectionId={connectionId}
            kind={kind}
            row={row}
            queue={all.filter(({ thread }) => thread.threadId === row.thread.threadId)}
            assistantName={nameOf(row.run?.assistantId ?? '')}
            onOpen={() => open(row)}
            onCancel={() => setToCancel([row])}
          />
        )}
        {...(cancelling.data && {
          inPlaceOfDetail: <CancelResults outcomes={cancelling.data} onClose={cancelling.reset} />,
        })}
      >
        {data ? (
          <ResourceRows
            label="Runs"
            {...list.rows}
            empty={
              all.length === 0 ? emptyTexts[kind] : { title: 'No run matches', sentence: 'Change the text.' }
            }
            onMenu={(row, { x, y }) => setMenu({ row, x, y })}
            onRowKey={(row, key) => {
              if (key !== 'o') return false;
              open(row);
              return true;
            }}
            render={(row) => (
              <Row
                connectionId={connectionId}
                kind={kind}
                row={row}
                assistantName={nameOf(row.run?.assistantId ?? '')}
              />
            )}
          />
        ) : error ? null : (
          <Loading>Loading runs</Loading>
        )}
        {data ? <p className={styles.note}>{coverageText(kind, data)}</p> : null}
        {data && threads > maxRefreshed ? (
          <p className={styles.note}>
            {`As of ${new Date(dataUpdatedAt).toLocaleTimeString()}. So many threads are read again only by Refresh.`}
          </p>
        ) : null}
        {data?.hasMore === true && threads < maxThreads ? (
          <div className={styles.filters}>
            <Button
              size="small"
              busy={isFetching ? 'Reading threads' : null}
              onClick={() => setThreads(Math.min(threads + step, maxThreads))}
            >
              Read {step} more threads
            </Button>
          </div>
        ) : null}
      </ResourceView>
      {menu === null ? null : (
        <ServerRunMenu
          key={`${menu.row.key} ${menu.x} ${menu.y}`}
          connectionId={connectionId}
          kind={kind}
          row={menu.row}
          at={menu}
          onClose={() => setMenu(null)}
          onOpen={() => open(menu.row)}
        />
      )}
      {shown === null ? null : (
        <PaletteMenu>
          {(place) => (
            <ServerRunMenu
              {...place}
              connectionId={connectionId}
              kind={kind}
              row={shown}
              onOpen={() => open(shown)}
            />
          )}
        </PaletteMenu>
      )}
      <ConfirmDialog
        open={toCancel !== null}
        onOpenChange={() => setToCancel(null)}
        danger
        title={count === 1 ? `Cancel a run on ${serverName}?` : `Cancel ${count} runs on ${serverName}?`}
        body="They stop after what they do now, and what they wrote stays. Queued runs are cancelled before they start."
        confirmLabel={count === 1 ? 'Cancel run' : 'Cancel runs'}
        busyLabel="Cancelling"
        action={{ ...cancelling, reset: () => (cancelling.error ? cancelling.reset() : undefined) }}
        onConfirm={async () => {
          await cancelling.mutateAsync(
            rowsToCancel.map(({ thread, run }) => ({
              threadId: thread.threadId,
              runId: run.runId,
              title: runThreadTitle(thread),
            })),
          );
          selection.stop();
        }}
      />
    </>
  );
}

interface RowProps {
  readonly connectionId: string;
  readonly kind: ServerRunKind;
  readonly row: ServerRunRow;
  readonly assistantName: string;
}

function Row({ connectionId, kind, row, assistantName }: RowProps) {
  const { thread, run } = row;
  const at = kind === 'active' ? run?.createdAt : thread.updatedAt;
  return (
    <ListRow
      {...(run === null ? {} : compareDragProps(() => serverRunTrayEntry(connectionId, thread, run)))}
      icon={<StatusIcon status={statusOf(kind, thread, run)} />}
      name={runThreadTitle(thread)}
      end={at == null ? '' : <TimeAgo at={at} />}
      second={run === null ? 'its runs could not be read' : assistantName}
      secondEnd={kind === 'active' ? queueText(row) : ''}
    />
  );
}

const columns = {
  id: 'server-runs.columns',
  list: { id: 'runs', size: '42%', minSize: 320 },
  detail: { id: 'run', minSize: 320 },
};

function keyOf({ key }: ServerRunRow): string {
  return key;
}
