import { foreignRecordsText } from '../../shared/foreign-records.ts';
import { History } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useUnavailable } from '../rpc/server-features.ts';
import { describeMissingMembers } from '../../shared/missing-members.ts';
import type { Execution, RecordedRun } from '../../shared/model/thread-record.ts';
import type { CheckpointSummary, PendingInterrupt } from '../../shared/model/thread.ts';
import { dispatch, useCommandHandler } from '../commands/command-queue.ts';
import { useRefreshError } from '../shared-ui/refresh-error.ts';
import { checkpointTrayEntry } from '../shared-ui/tray-entries.ts';
import type { CheckpointSelection, SubgraphRun } from '../shared-ui/checkpoint.ts';
import { isBusyWithoutRun, isRunActive } from '../run-state/run-state.ts';
import { useRunState } from '../run-state/run-state-store.ts';
import { Button } from '../ui/controls/Button.tsx';
import { runCommand } from '../commands/command-registry.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { failedAction } from '../ui/display/describe-error.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { PaneHeader } from '../ui/controls/Toolbar.tsx';
import { checkpointFacts, writersIn, type CheckpointFacts } from '../../shared/thread-record/history.ts';
import {
  createTurnProjection,
  finishedAt,
  isImported,
  openOutcomes,
} from '../../shared/thread-record/story.ts';
import { usePinWrites } from '../queries/pin-writes.ts';
import { useThreadRecord } from '../queries/thread-record.ts';
import type { CompareWith } from './CheckpointMenu.tsx';
import {
  entryKey,
  filteredEntries,
  namespacesIn,
  nextEntryToExpand,
  storyEntries,
  type CheckpointEntry,
  type ExpandableEntry,
  type Pause,
  type TurnEntry,
} from './story-entries.ts';
import { describeImportedRun, describeRun, rowFacts, type AnswersOfRun } from './story-labels.ts';
import {
  metadataFilterText,
  filterCount,
  fillFromFullHistory,
  noCheckpointFilter,
  writtenBy,
} from './checkpoint-filter.ts';
import { StoryFilterButton } from './StoryFilterButton.tsx';
import { StoryList } from './StoryList.tsx';
import { forkCount } from './assign-lanes.ts';
import styles from './story.module.css';
import { useForeignCheckpoints, useHistory, useMissingMembers, useSubgraphHistories } from './queries.ts';
import { StepBar } from './StepBar.tsx';
import { useCheckpointStepper } from './use-checkpoint-stepper.ts';

export interface StoryPaneProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly selected: CheckpointSelection;
  readonly onSelect: (selection: CheckpointSelection) => void;
  readonly onRunFrom: (request: RunFromRequest) => void;
  readonly onCompare: (selection: CheckpointSelection, other: CompareWith) => void;
  readonly onNode: (nodeId: string, taskId: string) => void;
  /** Pins what a node wrote; `null` where the graph is not known. */
  readonly onPin: ((execution: Execution) => void) | null;
  /** Beside the filter. */
  readonly action: ReactNode;
  /** What waits at the newest checkpoint. */
  readonly questions: readonly PendingInterrupt[];
  /** How it is paused there; `null` if it is not, or can't go on by itself. */
  readonly pause: Pause | null;
  readonly answersOf: AnswersOfRun;
  /** Why the results of a run are older than what made them; `null` if they are not known to be. */
  readonly staleReason: (run: RecordedRun) => string | null;
  readonly questionLines: readonly string[];
  /** The line of one of them, and its answers. */
  readonly renderQuestion: (index: number) => ReactNode;
}

export interface RunFromRequest {
  readonly checkpoint: CheckpointSummary;
  /** For a subgraph's checkpoint: `rootId` is the checkpoint of the thread that ran it. */
  readonly inner: SubgraphRun | null;
}

export function StoryPane(props: StoryPaneProps) {
  const { connectionId, threadId, selected, onSelect, onRunFrom, onCompare } = props;
  const [filter, setFilter] = useState(noCheckpointFilter);
  const metadataText = metadataFilterText(filter);
  const { record, error, retry } = useThreadRecord(connectionId, threadId);
  const refreshError = useRefreshError(connectionId, error);
  const history = useHistory(connectionId, threadId);
  const filtered = useHistory(connectionId, threadId, metadataText);
  const displayedHistory = metadataText === null ? history : filtered;
  const missing = describeMissingMembers(useMissingMembers(connectionId, threadId));
  const run = useRunState(connectionId, threadId);
  const underWay = isRunActive(run.phase) && !isBusyWithoutRun(run);
  const isFiltered = filterCount(filter) > 0;

  const foreign = useForeignCheckpoints(connectionId, threadId);
  const all = history.data ?? none;
  const complete = history.data !== undefined && !history.hasNextPage;
  const checkpoints = useMemo(() => {
    const loaded = displayedHistory.data;
    return (
      loaded &&
      writtenBy(record, metadataText === null ? loaded : fillFromFullHistory(loaded, all), filter.node)
    );
  }, [record, displayedHistory.data, metadataText, all, filter.node]);
  const [projectTurns] = useState(createTurnProjection<CheckpointSummary>);
  const turns = projectTurns(record, all, complete);
  const outcomes = useMemo(() => (record === null ? new Map() : openOutcomes(record)), [record]);
  const finished = useMemo(() => (record === null ? new Set<string>() : finishedAt(record)), [record]);
  const factsOf = ({ checkpoint, checkpointNs }: CheckpointEntry): CheckpointFacts | null =>
    record && checkpointFacts(record, checkpoint.checkpointId, checkpointNs);
  const [opened, setOpened] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const inner = useSubgraphHistories(connectionId, threadId, [...new Set([...opened.values()].flat())]);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const newestId = all[0]?.checkpointId ?? null;
  const parts = {
    record,
    isWhole: complete,
    outcomes,
    finished,
    questions: props.questions,
    questionLines: props.questionLines,
    pause: props.pause,
    newestId,
    opened: new Set(opened.keys()),
    collapsed,
    inner,
  };
  const entries = isFiltered
    ? filteredEntries(parts, checkpoints ?? none)
    : storyEntries({
        ...parts,
        turns,
        describeRun: isImported(record)
          ? describeImportedRun
          : (noted) => describeRun(noted, record?.runs ?? []),
      });
  const expand = (entry: ExpandableEntry): void =>
    setOpened((before) =>
      before.has(entry.key) ? before : new Map(before).set(entry.key, namespacesIn(entry)),
    );
  const toggle = (entry: ExpandableEntry | TurnEntry): void => {
    if (entry.kind === 'turn') {
      const { turnId } = entry.turn;
      setCollapsed((before) => (entry.open ? new Set([...before, turnId]) : idsWithout(before, turnId)));
      return;
    }
    setOpened((before) => {
      const after = new Map(before);
      if (!after.delete(entry.key)) after.set(entry.key, namespacesIn(entry));
      return after;
    });
  };

  // A selection made elsewhere is revealed level by level as they load; manual collapsing is not undone.
  const [revealed, setRevealed] = useState<string | null>(null);
  const wanted =
    selected.inner && selected.checkpointId !== null
      ? { rootId: selected.checkpointId, ...selected.inner }
      : null;
  const wantedKey = wanted && entryKey(wanted.checkpointNs, wanted.checkpointId);
  if (wanted && wantedKey !== revealed) {
    const closed = nextEntryToExpand(wanted, entries);
    // While rendering, which may happen twice: toggling would close it again.
    if (closed) expand(closed);
    else if (entries.some(({ key }) => key === wantedKey)) setRevealed(wantedKey);
  }

  const pinWrites = usePinWrites(connectionId, threadId);
  const pinnedNodes = useMemo(
    () => new Map(pinWrites.map(({ checkpointId, nodeId }) => [checkpointId, nodeId])),
    [pinWrites],
  );
  const pinnedAs = ({ checkpoint, depth }: CheckpointEntry): string | null =>
    depth > 0 ? null : (pinnedNodes.get(checkpoint.checkpointId) ?? null);

  const unavailable = useUnavailable(connectionId, 'runs.start');
  const noInput = useUnavailable(null, 'inputs.save');
  const isKnown = run.phase !== 'none';
  const pick = (checkpointId: string | null): void =>
    onSelect({ checkpointId: checkpointId === newestId ? null : checkpointId, inner: null });
  const steps = useCheckpointStepper(record, all, selected.checkpointId, pick);
  useCommandHandler(
    'step-checkpoint',
    ({ by }) => steps.go(steps.index + by),
    (command) =>
      command.connectionId === connectionId && command.threadId === threadId && history.data !== undefined,
  );
  const selectedKey = selected.inner
    ? entryKey(selected.inner.checkpointNs, selected.inner.checkpointId)
    : (selected.checkpointId ?? newestId);
  const picked = entries.find(
    (entry): entry is CheckpointEntry => entry.kind === 'checkpoint' && entry.key === selectedKey,
  );
  const acts = {
    readOnly: unavailable,
    noInput,
    onRunFrom: (entry: CheckpointEntry): void => {
      const { checkpoint, checkpointNs, rootId, depth } = entry;
      onSelect(selectionOf(entry, newestId));
      onRunFrom({ checkpoint, inner: depth === 0 ? null : { rootId, checkpointNs } });
    },
    onCompare: (entry: CheckpointEntry, other: CompareWith): void =>
      onCompare(selectionOf(entry, null), other),
    onAddInput: ({ checkpoint: { checkpointId } }: CheckpointEntry): void =>
      void dispatch({
        type: 'add-input',
        connectionId,
        source: { kind: 'checkpoint', threadId, checkpointId },
      }),
    trayEntryOf: ({ checkpoint, checkpointNs }: CheckpointEntry) =>
      checkpointTrayEntry({ connectionId, threadId, ...checkpoint, checkpointNs }),
    factsOf,
    onExecution: ({ nodeId, taskId }: Execution): void => props.onNode(nodeId, taskId),
    onPin: props.onPin,
  };
  const unreadableText =
    record === null || refreshError === null
      ? null
      : failedAction('Could not refresh what ran on the thread', refreshError);
  const more =
    displayedHistory.hasNextPage && !displayedHistory.isFetchingNextPage
      ? () => void displayedHistory.fetchNextPage()
      : null;
  return (
    <section className={styles.pane} aria-label="Story">
      <PaneHeader
        title="Story"
        note={note(
          (checkpoints ?? none).length,
          isFiltered ? 0 : forkCount(all),
          displayedHistory.hasNextPage,
        )}
        actions={
          <>
            <StoryFilterButton
              filter={filter}
              onChange={setFilter}
              nodes={record === null ? [] : writersIn(record)}
            />
            {props.action}
          </>
        }
      />
      {displayedHistory.data !== undefined && entries.length > 0 ? (
        <StoryList
          label={isFiltered ? 'Checkpoints that match the filter' : 'Turns, newest first'}
          record={record}
          entries={entries}
          newestId={newestId}
          rowFactsOf={(entry) => rowFacts(record, entry, props.answersOf, pinnedAs(entry))}
          renderQuestion={props.renderQuestion}
          staleReason={props.staleReason}
          onNode={props.onNode}
          selectedKey={selectedKey}
          onSelect={(entry) => onSelect(selectionOf(entry, newestId))}
          onToggle={toggle}
          loadingMore={displayedHistory.isFetchingNextPage}
          moreError={displayedHistory.isFetchNextPageError ? displayedHistory.error : null}
          onMore={
            filter.node === null && displayedHistory.hasNextPage
              ? () => void displayedHistory.fetchNextPage()
              : null
          }
          {...acts}
        />
      ) : displayedHistory.isPending || (isKnown && !underWay && displayedHistory.isFetching) ? (
        <Loading>Loading history…</Loading>
      ) : displayedHistory.isError ? (
        <div className={styles.note}>
          <ErrorNotice
            action="Could not load history"
            error={displayedHistory.error}
            onRetry={() => void displayedHistory.refetch()}
          />
        </div>
      ) : isFiltered ? (
        <EmptyState
          compact
          title="No matching checkpoints"
          sentence={
            more
              ? 'No loaded checkpoint matches the filter.'
              : 'No checkpoint of this thread matches the filter.'
          }
          action={
            <Button size="small" onClick={() => setFilter(noCheckpointFilter)}>
              Show all
            </Button>
          }
        />
      ) : (
        <EmptyState
          compact
          icon={<History size={20} />}
          {...emptyText(underWay, isKnown)}
          action={
            underWay ? null : (
              <Button size="small" onClick={() => runCommand('run.focus')}>
                Go to Run
              </Button>
            )
          }
        />
      )}
      <div className={styles.foot}>
        {unreadableText === null ? null : (
          <p className={styles.summary} role="alert">
            <span className={styles.failure} title={unreadableText}>
              {unreadableText}
            </span>
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </p>
        )}
        {foreign === 0 ? null : (
          <p className={styles.summary} role="status">
            {foreignRecordsText(foreign)}
          </p>
        )}
        {missing === null ? null : (
          <p className={styles.summary} role="status">
            {missing}
          </p>
        )}
        {filter.node === null || !displayedHistory.data ? null : (
          <p className={styles.summary}>
            {(checkpoints ?? none).length} of {displayedHistory.data.length} loaded checkpoints were written
            by {filter.node}.
            {more ? (
              <Button size="small" variant="ghost" onClick={more}>
                Search older checkpoints
              </Button>
            ) : null}
          </p>
        )}
        {all.length === 0 ? null : <StepBar steps={steps} entry={picked ?? null} {...acts} />}
      </div>
    </section>
  );
}

const none: readonly CheckpointSummary[] = [];

function idsWithout(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id));
}

// A known run may not have reached its first checkpoint yet, or may have left none.
function emptyText(
  underWay: boolean,
  isKnown: boolean,
): { readonly title: string; readonly sentence: string } {
  if (underWay) {
    return { title: 'Waiting for the first checkpoint', sentence: 'Each superstep of the run adds one.' };
  }
  return isKnown
    ? { title: 'No checkpoints', sentence: 'The server has no checkpoints of this thread.' }
    : { title: 'No checkpoints yet', sentence: 'Each superstep of a run adds one.' };
}

// Selecting the newest checkpoint of the thread follows it instead of pinning it.
function selectionOf(entry: CheckpointEntry, newestId: string | null): CheckpointSelection {
  const { checkpoint, checkpointNs, rootId, depth } = entry;
  const { checkpointId } = checkpoint;
  if (depth > 0) return { checkpointId: rootId, inner: { checkpointNs, checkpointId } };
  return { checkpointId: checkpointId === newestId ? null : checkpointId, inner: null };
}

function note(checkpoints: number, forks: number, more: boolean): string | undefined {
  if (checkpoints === 0) return undefined;
  const count = `${checkpoints}${more ? '+' : ''} ${checkpoints === 1 ? 'checkpoint' : 'checkpoints'}`;
  return forks === 0 ? count : `${count} · ${forks} ${forks === 1 ? 'fork' : 'forks'}`;
}
