import { Download, Play, RotateCcw, Square } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { Experiment, ExperimentFilter } from '../../shared/model/experiment.ts';
import { saveFile, toFileName } from '../shared-ui/download.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ConfirmDialog } from '../ui/popups/ConfirmDialog.tsx';
import { failedAction } from '../ui/display/describe-error.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { Menu, MenuItem } from '../ui/popups/Menu.tsx';
import { ConfirmIconButton } from '../ui/resource-view/ConfirmIconButton.tsx';
import { DetailPane } from '../ui/resource-view/DetailPane.tsx';
import { ResourceRows } from '../ui/resource-view/ResourceRows.tsx';
import {
  closingText,
  endedCount,
  isOpen,
  progressText,
  stopText,
} from '../../shared/inputs/experiment-labels.ts';
import { toCsv, resultsToJson } from '../../shared/inputs/export-results.ts';
import { failedCount } from '../../shared/inputs/row-verdict.ts';
import {
  pageSize,
  readAllRows,
  useForgetExperiment,
  useStartRows,
  useRowPage,
  useScores,
  useStopExperiment,
  type StartedRows,
  type StoppedExperiment,
  type RowsToStart,
} from './queries.ts';
import { StartRowsDialog, startLabels } from './StartRowsDialog.tsx';
import { ResultDetail } from './ResultDetail.tsx';
import { ResultRow } from './ResultRow.tsx';
import { ScoresPane } from './ScoresPane.tsx';
import styles from './Experiments.module.css';

interface ExperimentDetailProps {
  readonly experiment: Experiment;
  readonly onOpenThread: (connectionId: string, threadId: string, runId: string | null) => void;
  readonly onRerun: (experimentId: string) => void;
  readonly renderDiff: (before: string, after: string) => ReactNode;
}

const parts = [
  { value: 'rows', label: 'Rows' },
  { value: 'scores', label: 'Scores' },
] as const;

function doneCount({ counts }: Experiment): number {
  return endedCount(counts) + counts.refused;
}

// `Not started on 1 of 2 servers. Run again starts these rows there.`
function notStartedText({ rows, failures }: StartedRows, { targets }: Experiment): string {
  const servers = new Set(targets.map(({ connectionId }) => connectionId)).size;
  return `Not started on ${failures.length} of ${servers} servers. ${startLabels[rows]} starts these rows there.`;
}

const filters: readonly { readonly value: ExperimentFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'changed', label: 'Changed' },
  { value: 'open', label: 'Open' },
];

export function ExperimentDetail({ experiment, onOpenThread, onRerun, renderDiff }: ExperimentDetailProps) {
  const { experimentId, name, counts, targets, revision, problem } = experiment;
  const rpc = useRpc();
  const stop = useStopExperiment();
  const start = useStartRows();
  const forget = useForgetExperiment();
  const noStop = useUnavailable(null, 'experiments.stop');
  const noRerun = useUnavailable(null, 'experiments.rerun');
  // Starting files again asks first what their checks reach.
  const noFiles = useUnavailable(null, 'experiments.externalChecks');
  const noStart = noRerun ?? (experiment.inputsConnectionId === null ? null : noFiles);
  const noForget = useUnavailable(null, 'experiments.forget');
  // The dialog forgets the result of its action.
  const [stopped, setStopped] = useState<StoppedExperiment | null>(null);
  const [started, setStarted] = useState<StartedRows | null>(null);
  const [isAskingToStop, setAskingToStop] = useState(false);
  const [rowsToAsk, setRowsToAsk] = useState<RowsToStart['rows'] | null>(null);
  const [filter, setFilter] = useState<ExperimentFilter>('all');
  const [search, setSearch] = useState('');
  // By its index in the experiment: its position changes as rows end, or leave the filter.
  const [openRow, setOpenRow] = useState<{ readonly index: number; readonly position: number } | null>(null);
  // Indexes of the rows that are shown, by position.
  const [shownRows] = useState(() => new Map<number, number>());
  const query = useMemo(() => ({ experimentId, filter, search }), [experimentId, filter, search]);
  const first = useRowPage(query, 0, revision);
  const total = first.data?.total ?? 0;
  const positions = useMemo(() => Array.from({ length: total }, (_, index) => index), [total]);
  const listedPage = Math.floor((openRow?.position ?? 0) / pageSize);
  const listed = useRowPage(query, listedPage, revision);
  const listedAt = listed.data?.rows.findIndex(({ index }) => index === openRow?.index) ?? -1;
  // Without a filter, the position of a row is its index.
  const every = useMemo(() => ({ experimentId, filter: 'all' as const, search: '' }), [experimentId]);
  const near = useRowPage(
    openRow === null ? query : every,
    Math.floor((openRow?.index ?? 0) / pageSize),
    revision,
  );
  const row = near.data?.rows.find(({ index }) => index === openRow?.index);
  const onSelectRow = (position: number): void => {
    const index = shownRows.get(position);
    setOpenRow(index === undefined || index === openRow?.index ? null : { index, position });
  };
  const [part, setPart] = useState<'rows' | 'scores'>('rows');
  const scores = useScores(experimentId, revision, doneCount(experiment) + counts.waiting > 0);
  const hasScores = scores.data !== undefined && scores.data.series.length > 0;
  const closing = closingText(experiment);
  const failed = failedCount(counts);
  const startingRows = start.isPending ? start.variables.rows : null;
  const onStarted = (result: StartedRows): void => {
    setStarted(result);
    // Where it did not start, this one says why, and starts it there, too.
    if (result.experimentId !== experimentId && result.failures.length === 0) onRerun(result.experimentId);
  };
  const startRows = (rows: RowsToStart['rows']): void => {
    setStarted(null);
    start.mutate(
      { experiment, rows, isAsked: false },
      { onSuccess: (result) => (result === null ? setRowsToAsk(rows) : onStarted(result)) },
    );
  };
  const save = (ending: 'csv' | 'json'): void => {
    readAllRows(rpc, experimentId)
      .then(async (rows) => {
        const text =
          ending === 'csv'
            ? toCsv(experiment, rows)
            : resultsToJson(experiment, rows, await rpc.call('experiments.scores', { experimentId }));
        const type = ending === 'csv' ? 'text/csv' : 'application/json';
        saveFile(toFileName([name, 'results'], ending), new Blob([text], { type }));
      })
      .catch((error: unknown) => showToast(failedAction('Export failed', error), 'fail'));
  };
  return (
    <DetailPane
      label="Experiment"
      title={name}
      fills
      actions={
        <>
          {isOpen(experiment) ? (
            <Button
              size="small"
              icon={<Square size={13} aria-hidden />}
              disabled={noStop !== null}
              title={noStop ?? undefined}
              busy={stop.isPending ? 'Stopping' : null}
              onClick={() => setAskingToStop(true)}
            >
              Stop…
            </Button>
          ) : null}
          {counts.unsent > 0 && experiment.sendingTo.length === 0 ? (
            <Button
              size="small"
              icon={<Play size={13} aria-hidden />}
              busy={startingRows === 'unsent' ? 'Starting' : null}
              disabled={noStart !== null}
              title={noStart ?? undefined}
              onClick={() => {
                setStopped(null);
                startRows('unsent');
              }}
            >
              {startLabels.unsent}
            </Button>
          ) : null}
          {isOpen(experiment) || counts.rows === 0 ? null : (
            <>
              {failed === 0 ? null : (
                <Button
                  size="small"
                  icon={<RotateCcw size={13} aria-hidden />}
                  busy={startingRows === 'failed' ? 'Starting' : null}
                  disabled={start.isPending || noStart !== null}
                  title={noStart ?? undefined}
                  onClick={() => startRows('failed')}
                >
                  {startLabels.failed}
                </Button>
              )}
              <Button
                size="small"
                icon={<Play size={13} aria-hidden />}
                busy={startingRows === 'all' ? 'Starting' : null}
                disabled={start.isPending || noStart !== null}
                title={noStart ?? undefined}
                onClick={() => startRows('all')}
              >
                {startLabels.all}
              </Button>
            </>
          )}
          <Menu
            align="end"
            trigger={
              <Button size="small" icon={<Download size={13} aria-hidden />}>
                Export
              </Button>
            }
          >
            <MenuItem onSelect={() => save('csv')}>CSV, for spreadsheets</MenuItem>
            <MenuItem onSelect={() => save('json')}>JSON</MenuItem>
          </Menu>
          <ConfirmIconButton
            size="small"
            label="Forget experiment"
            blocked={noForget}
            title={`Forget “${name}”?`}
            body="The studio forgets its results and starts no more of its rows. Its threads and runs stay on their servers, and its input files are kept."
            busyLabel="Forgetting"
            action={forget}
            onConfirm={() => forget.mutateAsync({ experimentId })}
          />
        </>
      }
    >
      <p role="status">{progressText(experiment)}</p>
      <progress
        aria-label="Ended rows"
        className={styles.progress}
        max={Math.max(1, counts.rows)}
        value={doneCount(experiment)}
      />
      {closing === null ? null : <p className={styles.quiet}>{closing}</p>}
      {stopped === null || stopped.stops.length === 0 ? null : (
        <p className={styles.quiet}>{stopText(stopped.stops)}</p>
      )}
      {stopped?.failures.map(({ connectionId, serverName, error }) => (
        <ErrorNotice key={connectionId} action={`Not stopped on ${serverName}`} error={error} />
      ))}
      {started === null || started.failures.length === 0 ? null : (
        <>
          <p className={styles.quiet}>{notStartedText(started, experiment)}</p>
          {started.failures.map(({ connectionId, serverName, error }) => (
            <ErrorNotice key={connectionId} action={`Not started on ${serverName}`} error={error} />
          ))}
        </>
      )}
      {problem === null ? null : <p className={styles.problem}>{problem}</p>}
      {stop.error ? <ErrorNotice action="Could not stop" error={stop.error} /> : null}
      {start.error && rowsToAsk === null ? (
        <ErrorNotice
          action={start.variables.rows === 'unsent' ? 'Could not resume' : 'Could not start all rows again'}
          error={start.error}
        />
      ) : null}
      {first.error ? (
        <ErrorNotice
          action="Could not load the rows"
          error={first.error}
          onRetry={() => void first.refetch()}
        />
      ) : null}
      {hasScores ? (
        <div className={styles.runOn}>
          <SegmentedControl
            label="Part of the experiment to show"
            value={part}
            onChange={setPart}
            options={parts}
          />
        </div>
      ) : null}
      {hasScores && part === 'scores' ? (
        <ScoresPane scores={scores.data} targets={targets} />
      ) : (
        <>
          <div className={styles.filters}>
            <SegmentedControl
              label="Show rows"
              value={filter}
              onChange={(next) => {
                setFilter(next);
                setOpenRow(null);
              }}
              options={filters}
            />
            <TextField
              hideLabel
              label="Search rows"
              placeholder="Search input or assistant"
              value={search}
              onChange={(text) => {
                setSearch(text);
                setOpenRow(null);
              }}
            />
          </div>
          <div className={styles.results}>
            {first.data ? (
              <ResourceRows
                label="Rows"
                empty={{ title: 'No matching rows', sentence: 'Change the filter or the search text.' }}
                items={positions}
                keyOf={String}
                selectedKey={listedAt === -1 ? null : String(listedPage * pageSize + listedAt)}
                onSelect={onSelectRow}
                render={(position) => (
                  <ResultRow
                    query={query}
                    position={position}
                    revision={revision}
                    targets={targets}
                    shownRows={shownRows}
                  />
                )}
              />
            ) : first.error ? null : (
              <Loading>Loading the rows</Loading>
            )}
          </div>
          {row === undefined ? null : (
            <ResultDetail
              key={row.index}
              experimentId={experimentId}
              row={row}
              target={targets[row.target] ?? null}
              onOpenThread={onOpenThread}
              renderDiff={renderDiff}
            />
          )}
        </>
      )}
      <ConfirmDialog
        open={isAskingToStop}
        onOpenChange={setAskingToStop}
        danger
        title={`Stop “${name}”?`}
        body="Its active runs are cancelled, scores that are still missing stay unknown, and rows that are waiting to start wait until you resume. What the runs wrote is kept."
        confirmLabel="Stop runs"
        busyLabel="Stopping"
        action={stop}
        onConfirm={async () => setStopped(await stop.mutateAsync(experiment))}
      />
      {rowsToAsk === null ? null : (
        <StartRowsDialog
          experiment={experiment}
          rows={rowsToAsk}
          start={start}
          onStarted={onStarted}
          onClose={() => setRowsToAsk(null)}
        />
      )}
    </DetailPane>
  );
}
