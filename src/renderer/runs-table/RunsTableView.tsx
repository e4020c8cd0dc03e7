import { Play, Rows3 } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { IndexedRun, IndexedRuns, RunDetails, RunIndexState } from '../../shared/model/run-index.ts';
import { canRunCommand, runCommand } from '../commands/command-registry.ts';
import { usePrices } from '../queries/shared-queries.ts';
import { useCommandHandler } from '../commands/command-queue.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { NoServer } from '../shared-ui/NoServer.tsx';
import { useRefreshError } from '../shared-ui/refresh-error.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { SelectionMenu } from '../ui/popups/SelectionMenu.tsx';
import { SplitPane } from '../ui/controls/SplitPane.tsx';
import { useFirstRuns, useReadAllRuns, useRefreshRuns, useSelectedRun } from './queries.ts';
import { RunFilterBar } from './RunFilterBar.tsx';
import { indexFilter, noRunFilter, runFilter, runOrder } from './run-filter.ts';
import { coverageText } from './run-labels.ts';
import { RunGrid, type MenuPoint, type PeekedRow, type RunColumns } from './RunGrid.tsx';
import { RunActionDialog } from './RunActionDialog.tsx';
import type { RunActionKind } from './run-actions.ts';
import { RunMenu } from './RunMenu.tsx';
import { RunPeek } from './RunPeek.tsx';
import { RunSelectionBar } from './RunSelectionBar.tsx';
import { useRunSelection } from './use-run-selection.ts';
import styles from './RunsTable.module.css';

export interface RunsTableViewProps {
  readonly connectionId: string | null;
  readonly serverName: string;
  readonly onOpen: (threadId: string, runId: string) => void;
  readonly onAddInputs: (runs: readonly IndexedRun[]) => void;
  /** Opens the form for the input of a run on a new thread. */
  readonly onNewRun: () => void;
  /** A small drawing of what a run did. */
  readonly renderGraph: (run: IndexedRun, nodes: RunDetails['nodes']) => ReactNode;
}

export function RunsTableView({ connectionId, ...props }: RunsTableViewProps) {
  // Watching again reads the server at once.
  const [attempt, setAttempt] = useState(0);
  if (connectionId === null) {
    return (
      <section className={styles.view} aria-label="Runs">
        <NoServer
          icon={<Rows3 size={20} aria-hidden />}
          sentence="Select a server in the top bar to see its runs."
        />
      </section>
    );
  }
  return (
    <RunsTable
      key={`${connectionId} ${attempt}`}
      connectionId={connectionId}
      {...props}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

interface RunsTableProps extends RunsTableViewProps {
  readonly connectionId: string;
  readonly onRetry: () => void;
}

interface PendingAction {
  readonly kind: RunActionKind;
  readonly runs: readonly IndexedRun[];
}

const noGraphs: readonly string[] = [];

function RunsTable(props: RunsTableProps) {
  const { connectionId, serverName, onOpen, onAddInputs, onNewRun, renderGraph, onRetry } = props;
  const { item: state, error: watchError } = useSubscription('runIndex.watch', { connectionId });
  useRefreshRuns(connectionId, state?.version ?? null);
  const filter = useStore(runFilter);
  const graphIds = state?.graphIds ?? noGraphs;
  const order = useStore(runOrder);
  const filterOfIndex = indexFilter(filter, graphIds, order);
  const {
    data: first,
    error: listError,
    isPlaceholderData,
    refetch,
  } = useFirstRuns(connectionId, filterOfIndex);
  const columns = useColumns(first);
  const [peeked, setPeeked] = useState<PeekedRow | null>(null);
  const peekedRun = useSelectedRun(connectionId, peeked?.run ?? null);
  const checked = useRunSelection(connectionId, filterOfIndex);
  const [action, setAction] = useState<PendingAction | null>(null);
  const [menu, setMenu] = useState<(MenuPoint & { readonly run: IndexedRun }) | null>(null);
  const isWide = useIsWide();
  const view = useRef<HTMLElement>(null);
  const gridBox = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);

  const focusGrid = (): void => (gridBox.current?.parentElement ?? view.current)?.focus();
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    focusGrid();
    const [best] = isPlaceholderData ? [] : (first?.runs ?? []);
    if (event.key === 'Enter' && best !== undefined) setPeeked({ index: 0, run: best });
  };
  useCommandHandler('focus-runs', ({ part }) =>
    part === 'search' ? searchBox.current?.focus() : focusGrid(),
  );
  const hasRows = first !== undefined && first.total > 0;
  // They were asked for before they were there.
  useEffect(() => {
    if (hasRows && document.activeElement === view.current) gridBox.current?.parentElement?.focus();
  }, [hasRows]);
  const problem = watchError ?? state?.problem ?? null;
  // Without runs, and with a problem, it is unknown whether there are any: an earlier reading may have found none.
  const isRead = state !== null && (state.runs > 0 || (state.readAt !== null && problem === null));
  const isEmpty = isRead && state.runs === 0;
  const refreshError = useRefreshError(connectionId, problem);
  const showsRows = isRead && hasRows;
  const open = (run: IndexedRun): void => onOpen(run.threadId, run.runId);
  const act = (run: IndexedRun) => ({
    onOpen: () => open(run),
    onAct: (kind: RunActionKind) => setAction({ kind, runs: [run] }),
    onAddInput: () => onAddInputs([run]),
  });
  // Below rows, which they would move.
  const problems = (
    <RunProblems
      readProblem={isRead ? refreshError : problem}
      isRead={isRead}
      onReadAgain={onRetry}
      listError={listError}
      onListAgain={() => void refetch()}
    />
  );
  const table = (
    <div className={styles.table}>
      <RunFilterBar
        connectionId={connectionId}
        graphIds={graphIds}
        counted={isRead ? state : null}
        hasSources={columns.source}
        searchBox={searchBox}
        onSearchKey={onSearchKey}
      >
        {isEmpty ? null : (
          <div className={styles.newRun}>
            <NewRunButton connectionId={connectionId} onClick={onNewRun} />
          </div>
        )}
      </RunFilterBar>
      <RunSelectionBar
        connectionId={connectionId}
        checked={checked}
        total={first?.total ?? 0}
        onAct={(kind, runs) => setAction({ kind, runs })}
        onAddInputs={onAddInputs}
      />
      {showsRows ? null : problems}
      {first === undefined || !isRead ? (
        problem === null && !listError ? (
          <Loading fill>Loading runs</Loading>
        ) : (
          <div className={styles.grow} />
        )
      ) : first.total > 0 ? (
        <RunGrid
          key={JSON.stringify(filterOfIndex)}
          connectionId={connectionId}
          filter={filterOfIndex}
          first={first}
          columns={columns}
          peeked={peeked}
          checked={checked}
          box={gridBox}
          onPeek={setPeeked}
          onOpen={open}
          onMenu={(run, at) => setMenu({ run, ...at })}
        />
      ) : (
        <div className={styles.grow}>
          {state.runs === 0 ? (
            <NoRuns newRun={<NewRunButton connectionId={connectionId} onClick={onNewRun} />} />
          ) : (
            <NoMatchingRuns state={state} />
          )}
        </div>
      )}
      {showsRows ? problems : null}
      {state !== null && isRead && !isEmpty ? (
        <Coverage connectionId={connectionId} state={state} total={first?.total ?? state.runs} />
      ) : null}
    </div>
  );
  const detail =
    peeked === null
      ? []
      : [
          {
            id: 'run',
            size: isWide ? '30%' : '46%',
            minSize: isWide ? 280 : 160,
            content:
              peekedRun === null ? (
                <Loading fill>Loading the run</Loading>
              ) : (
                <RunPeek
                  connectionId={connectionId}
                  run={peekedRun}
                  {...act(peekedRun)}
                  renderGraph={renderGraph}
                  onClose={() => {
                    setPeeked(null);
                    focusGrid();
                  }}
                />
              ),
          },
        ];
  return (
    <section ref={view} className={styles.view} aria-label="Runs" tabIndex={-1}>
      <SplitPane
        key={isWide ? 'row' : 'column'}
        id={isWide ? 'runs-table.columns' : 'runs-table.rows'}
        direction={isWide ? 'row' : 'column'}
        panes={[{ id: 'runs', minSize: isWide ? 320 : 180, content: table }, ...detail]}
      />
      {menu === null ? null : (
        <RunMenu
          key={`${menu.run.runId} ${menu.x} ${menu.y}`}
          connectionId={connectionId}
          run={menu.run}
          at={menu}
          onClose={() => setMenu(null)}
          {...act(menu.run)}
        />
      )}
      {peekedRun === null ? null : (
        <SelectionMenu>
          {(place) => <RunMenu {...place} connectionId={connectionId} run={peekedRun} {...act(peekedRun)} />}
        </SelectionMenu>
      )}
      {action === null ? null : (
        <RunActionDialog
          connectionId={connectionId}
          serverName={serverName}
          {...action}
          onDone={(runIds) => {
            if (action.kind === 'delete') {
              checked.remove(runIds);
              if (peekedRun !== null && runIds.includes(peekedRun.runId)) setPeeked(null);
            }
          }}
          onClose={() => setAction(null)}
        />
      )}
    </section>
  );
}

function NewRunButton(props: { readonly connectionId: string; readonly onClick: () => void }) {
  const noStart = useUnavailable(props.connectionId, 'runs.start');
  return (
    <Button
      variant="primary"
      icon={<Play size={14} aria-hidden />}
      disabled={noStart !== null}
      title={noStart ?? undefined}
      onClick={props.onClick}
    >
      New run
    </Button>
  );
}

interface RunProblemsProps {
  /** Why the server could not be read, and whether it was before. */
  readonly readProblem: unknown;
  readonly isRead: boolean;
  readonly onReadAgain: () => void;
  readonly listError: unknown;
  readonly onListAgain: () => void;
}

function RunProblems({ readProblem, isRead, onReadAgain, listError, onListAgain }: RunProblemsProps) {
  return (
    <>
      {readProblem === null ? null : (
        <div className={styles.notice}>
          <ErrorNotice
            action={isRead ? 'Could not refresh runs' : 'Could not load runs'}
            error={readProblem}
            onRetry={onReadAgain}
            more={
              canRunCommand('server.edit') ? (
                <Button size="small" onClick={() => runCommand('server.edit')}>
                  Edit server
                </Button>
              ) : null
            }
          />
        </div>
      )}
      {listError ? (
        <div className={styles.notice}>
          <ErrorNotice action="Could not list runs" error={listError} onRetry={onListAgain} />
        </div>
      ) : null}
    </>
  );
}

function NoRuns({ newRun }: { readonly newRun: ReactNode }) {
  return (
    <EmptyState
      icon={<Rows3 size={20} aria-hidden />}
      title="No runs yet"
      sentence="Start the first one here. Runs that other clients start on this server appear here, too."
      action={newRun}
    />
  );
}

function NoMatchingRuns({ state }: { readonly state: RunIndexState }) {
  const { text } = useStore(runFilter);
  return (
    <EmptyState
      title="No run matches"
      sentence={
        state.hasMore || state.searchable < state.threads
          ? 'Not all runs are read yet.'
          : text.trim() !== '' && state.searchableInPart > 0
            ? 'Long threads are searched only in part. Change the search or the filters.'
            : 'Change the search or the filters.'
      }
      action={
        <Button size="small" onClick={() => runFilter.setState(noRunFilter)}>
          Clear filters
        </Button>
      }
    />
  );
}

interface CoverageProps {
  readonly connectionId: string;
  readonly state: RunIndexState;
  readonly total: number;
}

function Coverage({ connectionId, state, total }: CoverageProps) {
  const readAll = useReadAllRuns(connectionId);
  const { isReadingAll, hasMore, searchable, threads } = state;
  return (
    <footer className={styles.coverage}>
      <span role="status">{coverageText(state, total)}</span>
      {isReadingAll ? (
        <>
          <span>Reading all runs…</span>
          {readAll.isPending ? (
            <Button size="small" variant="ghost" onClick={readAll.stop}>
              Stop
            </Button>
          ) : null}
        </>
      ) : hasMore || searchable < threads ? (
        <Button
          size="small"
          variant="ghost"
          title="Reads every thread of the server, so that all runs are listed and can be searched."
          onClick={() => readAll.mutate()}
        >
          Read all runs
        </Button>
      ) : null}
      {readAll.error ? (
        <ErrorNotice
          action="Could not read all runs"
          error={readAll.error}
          onRetry={() => readAll.mutate()}
        />
      ) : null}
    </footer>
  );
}

const noColumns: RunColumns = { graph: false, duration: false, tokens: false, cost: false, source: false };

// What a server can't fill has no column. Columns stay once a run has filled them.
function useColumns(first: IndexedRuns | undefined): RunColumns {
  const hasPrices = usePrices().prices.length > 0;
  const [columns, setColumns] = useState(noColumns);
  const fills = (before: boolean, isFilled: (run: IndexedRun) => boolean): boolean =>
    before || (first?.runs.some(isFilled) ?? false);
  const next: RunColumns = {
    graph: fills(columns.graph, (run) => run.graphId !== null),
    duration: fills(columns.duration, (run) => run.durationMs !== null),
    tokens: fills(columns.tokens, (run) => run.tokens !== null),
    cost: fills(columns.cost, ({ models }) => hasPrices && models.length > 0),
    source: fills(columns.source, (run) => run.source !== 'unknown'),
  };
  if (Object.values(next).filter(Boolean).length !== Object.values(columns).filter(Boolean).length)
    setColumns(next);
  return next;
}

const wideQuery = '(min-width: 1000px)';

function useIsWide(): boolean {
  return useSyncExternalStore(watchWidth, () => window.matchMedia(wideQuery).matches);
}

function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(wideQuery);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
