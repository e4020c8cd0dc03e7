import { Activity, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useUnavailable } from '../rpc/server-features.ts';
import type { ServerRunKind } from '../../shared/model/runs/server-run.ts';
import { compareDragProps } from '../domain/compare/compare-drag.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ConfirmDialog } from '../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import styles from '../ui/layout/ListDetail.module.css';
import { ListDetail } from '../ui/layout/ListDetail.tsx';
import { PaneSearch } from '../ui/layout/PaneSearch.tsx';
import { PaneHeader } from '../ui/layout/Toolbar.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { ListSelection } from '../ui/lists/ListSelection.tsx';
import { useMultiSelect } from '../ui/lists/use-multi-select.ts';
import { CancelResults } from './CancelResults.tsx';
import { maxRefreshed, useAssistantNames, useServerRuns } from './queries.ts';
import { queueText, runThreadTitle, serverRunTrayEntry, statusOf } from './row-labels.ts';
import { ServerRunMenu } from './ServerRunMenu.tsx';
import { ServerRunDetail } from './ServerRunDetail.tsx';
import { cancellable, coverageText, matchesRow, runRows, type ServerRunRow } from './run-rows.ts';
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

export function ServerRunsView({ connectionId, ...props }: ServerRunsViewProps) {
  if (connectionId === null) {
    return (
      <div className={styles.view}>
        <EmptyState
          icon={<Activity size={20} aria-hidden />}
          title="No server"
          sentence="Select a server in the top bar to see its runs."
        />
      </div>
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
  const [search, setSearch] = useState('');
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [toCancel, setToCancel] = useState<readonly ServerRunRow[] | null>(null);
  const cancelling = useCancelRuns(connectionId);
  const [menu, setMenu] = useState<{
    readonly row: ServerRunRow;
    readonly x: number;
    readonly y: number;
  } | null>(null);

  const all = data ? runRows(data, dataUpdatedAt) : [];
  const rows = all.filter((row) => matchesRow(row, search, nameOf(row.run?.assistantId ?? '')));
  const several = useMultiSelect(cancellable(rows).map(({ key }) => key));
  const chosen = cancellable(rows).filter(({ key }) => several.chosen?.has(key) === true);
  const serverRunRow = rows.find(({ key }) => key === shownKey) ?? rows[0] ?? null;
  const open = ({ thread, run }: ServerRunRow): void => onOpen(thread.threadId, run?.runId ?? null);
  const onSelect = (row: ServerRunRow, range: boolean): void => {
    if (several.chosen === null) setShownKey(row.key);
    else if (cancellable([row]).length > 0) several.toggle(row.key, range);
  };
  const rowsToCancel = cancellable(toCancel ?? []);
  const count = rowsToCancel.length;
  return (
    <>
      <ListDetail
        label="Runs of the server"
        id="server-runs.columns"
        list={{ id: 'runs', size: '42%', minSize: 320 }}
        detail={{ id: 'run', minSize: 320 }}
        header={
          <>
            <PaneHeader
              title="Runs"
              note={data ? `${all.length.toLocaleString('en')}${data.hasMore ? '+' : ''}` : ''}
              actions={
                <>
                  <IconButton
                    size="small"
                    label="Refresh"
                    icon={<RefreshCw size={14} aria-hidden />}
                    onClick={() => void refetch()}
                  />
                  {kind !== 'active' ? null : several.chosen === null ? (
                    <Button
                      size="small"
                      disabled={cancellable(rows).length === 0 || readOnly !== null}
                      title={readOnly ?? undefined}
                      onClick={() => several.start(cancellable(rows)[0]?.key ?? '')}
                    >
                      Select
                    </Button>
                  ) : (
                    <Button size="small" variant="ghost" onClick={several.stop}>
                      Done
                    </Button>
                  )}
                </>
              }
            />
            <PaneSearch
              label="Search runs"
              placeholder="Search name, assistant, ID"
              value={search}
              onChange={setSearch}
            >
              {switcher}
            </PaneSearch>
            <ListSelection label="Selected runs" selection={several} count={chosen.length}>
              <Button
                size="small"
                disabled={chosen.length === 0 || cancelling.isPending || readOnly !== null}
                title={readOnly ?? undefined}
                onClick={() => setToCancel(chosen)}
              >
                Cancel runs…
              </Button>
            </ListSelection>
            {error ? (
              <ErrorNotice
                action={data ? 'Could not refresh' : 'Could not load runs'}
                error={error}
                onRetry={() => void refetch()}
              />
            ) : null}
          </>
        }
        shown={
          cancelling.data ? (
            <CancelResults outcomes={cancelling.data} onClose={cancelling.reset} />
          ) : serverRunRow === null ? (
            <EmptyState
              icon={<Activity size={20} aria-hidden />}
              title="No run selected"
              sentence="Select a run to follow it or to see its queue."
            />
          ) : (
            <ServerRunDetail
              key={serverRunRow.key}
              connectionId={connectionId}
              kind={kind}
              row={serverRunRow}
              queue={all.filter(({ thread }) => thread.threadId === serverRunRow.thread.threadId)}
              assistantName={nameOf(serverRunRow.run?.assistantId ?? '')}
              onOpen={() => open(serverRunRow)}
              onCancel={() => setToCancel([serverRunRow])}
            />
          )
        }
      >
        {!data ? (
          error ? null : (
            <Loading>Loading runs</Loading>
          )
        ) : rows.length === 0 ? (
          <EmptyState
            compact
            title={all.length === 0 ? emptyTexts[kind].title : 'No run matches'}
            sentence={all.length === 0 ? emptyTexts[kind].sentence : 'Change the text.'}
          />
        ) : (
          <Listbox
            label="Runs"
            items={rows}
            keyOf={({ key }) => key}
            selectedKey={serverRunRow?.key ?? null}
            selectedKeys={several.chosen}
            onSelect={onSelect}
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
      </ListDetail>
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
          several.stop();
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
    <div
      className={styles.row}
      {...(run === null ? {} : compareDragProps(() => serverRunTrayEntry(connectionId, thread, run)))}
    >
      <StatusIcon status={statusOf(kind, thread, run)} />
      <span className={styles.name}>{runThreadTitle(thread)}</span>
      <span className={`${styles.quiet} ${styles.end}`}>{at == null ? '' : <TimeAgo at={at} />}</span>
      <span className={`${styles.quiet} ${styles.second}`}>
        {run === null ? 'its runs could not be read' : assistantName}
      </span>
      <span className={`${styles.quiet} ${styles.end}`}>{kind === 'active' ? queueText(row) : ''}</span>
    </div>
  );
}
