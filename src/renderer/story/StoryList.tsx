import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { RecordedRun, ThreadRecord } from '../../shared/model/thread-record.ts';
import { isImported } from '../../shared/thread-record/story.ts';
import { workedTime } from '../../shared/thread-record/worked-time.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { boundedDurationText } from '../ui/display/format.ts';
import { tokensText } from '../ui/display/tokens-text.ts';
import { compareDragProps } from '../shared-ui/compare-drag.ts';
import { listKey } from '../ui/lists/list-navigation.ts';
import { useVirtualRows } from '../ui/lists/use-virtual-rows.ts';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import { CheckpointMenu, type CheckpointActions } from './CheckpointMenu.tsx';
import { CheckpointRow, type CheckpointRowFacts } from './CheckpointRow.tsx';
import { storyRowHeight } from './BranchLanes.tsx';
import {
  ExecutionRow,
  NoteRow,
  errorExtra,
  OutcomeRow,
  OutputRow,
  outcomeExtra,
  QuestionRow,
  questionExtra,
} from './OutcomeRow.tsx';
import type {
  CheckpointEntry,
  ExecutionEntry,
  ExpandableEntry,
  StoryEntry,
  TurnEntry,
} from './story-entries.ts';
import { storyKeyAction } from './story-keys.ts';
import { TurnRow } from './TurnRow.tsx';
import styles from './story.module.css';

interface StoryListProps extends CheckpointActions {
  readonly label: string;
  readonly record: ThreadRecord | null;
  readonly entries: readonly StoryEntry[];
  readonly selectedKey: string | null;
  readonly newestId: string | null;
  readonly onSelect: (entry: CheckpointEntry) => void;
  readonly onToggle: (entry: ExpandableEntry | TurnEntry) => void;
  readonly onNode: (nodeId: string, taskId: string) => void;
  readonly rowFactsOf: (entry: CheckpointEntry) => CheckpointRowFacts | null;
  readonly renderQuestion: (index: number) => ReactNode;
  readonly staleReason: (run: RecordedRun) => string | null;
  readonly loadingMore: boolean;
  readonly moreError: unknown;
  /** Fetches the next page near the oldest row; `null` at the end, or if pages are loaded on request only. */
  readonly onMore: (() => void) | null;
}

// Rows from the oldest one at which the next page is fetched.
const reachForMore = 10;

/**
 * A virtualized tree of turns. Arrow keys, j, k, Home and End move among checkpoints, or the executions of an import; left and
 * right collapse and expand turns and subgraphs.
 */
export function StoryList(props: StoryListProps) {
  const { entries, record, selectedKey, newestId, onSelect, onToggle, onNode, moreError, onMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const idBase = useId();
  const [menu, setMenu] = useState<{ entry: CheckpointEntry; x: number; y: number } | null>(null);
  const width = useWidth(scroller);
  // Of questions, whose answers may need more lines.
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const extras = useExtras(entries, width, heights);
  const list = useVirtualRows(scroller, entries.length, storyRowHeight, { extras });
  const { from, to, scrollTo } = list;
  const heightOf = (index: number): number => storyRowHeight + (extras.get(index) ?? 0);

  const cut = cutTurnAt(entries);
  const reachesOldest =
    cut === null ? to > entries.length - reachForMore : from <= cut + reachForMore && to > cut;
  const isCutCollapsed = cut !== null && !(entries[cut] as TurnEntry).open;
  const wantsMore =
    onMore !== null && !props.loadingMore && moreError === null && reachesOldest && !isCutCollapsed;
  useEffect(() => {
    if (wantsMore) onMore();
  }, [wantsMore, onMore]);

  useKeepPlace(scroller, entries, list, cut !== null);

  const [executionKey, setExecutionKey] = useState<string | null>(null);
  const selected = useMemo(() => {
    const row = rowOfSelection(entries, selectedKey);
    return row >= 0 || executionKey === null ? row : rowOfExecution(entries, executionKey);
  }, [entries, selectedKey, executionKey]);
  const picked = entries[selected];
  // What ran from the selected checkpoint stands below it.
  const last = lastOfCheckpoint(entries, selected);
  // A selection made elsewhere (slider, keys, another pane) is scrolled into view, and what begins there; manual
  // scrolling is not undone.
  const shownKey = useRef<string | null>(null);
  const scrollToRows = useEffectEvent(() => {
    if (last > selected) scrollTo(last, extras.get(last) ?? 0);
    scrollTo(selected);
  });
  const wantedKey = `${selectedKey ?? executionKey ?? ''} ${last - selected}`;
  useEffect(() => {
    if (shownKey.current === wantedKey || selected < 0) return;
    shownKey.current = wantedKey;
    scrollToRows();
  }, [selected, wantedKey]);

  const checkpointEntry = (checkpointId: string): CheckpointEntry | null =>
    entries.find(
      (entry): entry is CheckpointEntry => entry.kind === 'checkpoint' && entry.key === checkpointId,
    ) ?? null;
  const pickAt = (checkpointId: string): void => {
    const entry = checkpointEntry(checkpointId);
    if (entry !== null) onSelect(entry);
  };
  const pickExecution = ({ key, execution }: ExecutionEntry): void => {
    if (record !== null && isImported(record)) setExecutionKey(key);
    onNode(execution.nodeId, execution.taskId);
  };
  const openMenu = (entry: CheckpointEntry | null, event: MouseEvent): void => {
    event.preventDefault();
    if (entry !== null) setMenu({ entry, x: event.clientX, y: event.clientY });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of the answers inside a row are theirs.
    if (event.target instanceof HTMLElement && event.target.closest('button') !== null) return;
    if ((event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu') {
      if (picked?.kind !== 'checkpoint') return;
      event.preventDefault();
      const row = document.getElementById(`${idBase}-${selected}`)?.getBoundingClientRect();
      setMenu({ entry: picked, x: (row?.left ?? 0) + 40, y: row?.bottom ?? 0 });
      return;
    }
    const step = storyKeyAction(listKey(event), entries, Math.max(selected, 0));
    if (step === null) return;
    event.preventDefault();
    if ('toggle' in step) onToggle(step.toggle);
    else if (step.select.kind === 'execution') pickExecution(step.select);
    else onSelect(step.select);
  };

  const hasTurns = entries[0]?.kind === 'turn';
  const renderRow = (entry: StoryEntry, index: number): ReactNode => {
    const id = `${idBase}-${index}`;
    const top = list.topOf(index);
    const level = entry.depth + (hasTurns ? 2 : 1);
    const single = { id, top, level };
    const tall = { ...single, height: heightOf(index) };
    const key = list.slotOf(index);
    switch (entry.kind) {
      case 'turn':
        return (
          <TurnRow
            key={key}
            id={id}
            top={top}
            entry={entry}
            record={record}
            staleReason={props.staleReason}
            selected={index === selected}
            onToggle={() => onToggle(entry)}
          />
        );
      case 'checkpoint':
        return (
          <CheckpointRow
            key={key}
            place={single}
            entry={entry}
            selected={index === selected}
            newest={entry.key === newestId}
            facts={props.rowFactsOf(entry)}
            onPick={() => onSelect(entry)}
            onToggle={() => onToggle(entry)}
            drag={compareDragProps(() => props.trayEntryOf(entry))}
            onMenu={(event) => openMenu(entry, event)}
          />
        );
      case 'outcome':
        return (
          <OutcomeRow
            key={key}
            place={tall}
            entry={entry}
            onPick={() => {
              pickAt(entry.checkpoint.checkpointId);
              const [first] = entry.outcome.executions;
              if (first !== undefined) onNode(first.nodeId, first.taskId);
            }}
            onToggle={() => onToggle(entry)}
            onMenu={(event) => openMenu(checkpointEntry(entry.checkpoint.checkpointId), event)}
          />
        );
      case 'question':
        return (
          <QuestionRow
            // Its answer has a state of its own.
            key={entry.key}
            place={tall}
            entry={entry}
            onPick={() => {
              pickAt(entry.checkpoint.checkpointId);
              onNode(entry.interrupt.nodeId, entry.interrupt.taskId);
            }}
            onMenu={(event) => openMenu(checkpointEntry(entry.checkpoint.checkpointId), event)}
            onHeight={(height) => {
              if (height > 0) setHeights((before) => new Map(before).set(entry.key, height));
            }}
          >
            {props.renderQuestion(entry.index)}
          </QuestionRow>
        );
      case 'output':
        return (
          <OutputRow
            key={key}
            place={single}
            entry={entry}
            onPick={() => pickAt(entry.checkpoint.checkpointId)}
          />
        );
      case 'execution': {
        const { execution } = entry;
        const time = workedTime([execution]);
        const facts = [
          time === null ? [] : boundedDurationText(time.ms, time.bound),
          execution.tokens === null ? [] : tokensText(execution.tokens),
        ].flat();
        return (
          <ExecutionRow
            key={key}
            place={entry.error === null ? single : tall}
            entry={entry}
            facts={facts}
            selected={index === selected}
            onPick={() => pickExecution(entry)}
          />
        );
      }
      default:
        return <NoteRow key={key} place={tall} entry={entry} />;
    }
  };

  return (
    <div
      ref={scroller}
      className={styles.list}
      role="tree"
      aria-label={props.label}
      aria-activedescendant={list.isDrawn(selected) ? `${idBase}-${selected}` : undefined}
      tabIndex={0}
      onScroll={list.onScroll}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} role="presentation" style={{ height: list.height }}>
        {entries.slice(from, to).map((entry, position) => renderRow(entry, from + position))}
      </div>
      {moreError === null ? null : (
        <div className={styles.note}>
          <ErrorNotice
            action="Could not load older checkpoints"
            error={moreError}
            {...(onMore ? { onRetry: onMore } : {})}
          />
        </div>
      )}
      {menu === null ? null : (
        <ContextMenu
          key={`${menu.entry.key} ${menu.x} ${menu.y}`}
          at={menu}
          label="Checkpoint"
          onClose={() => setMenu(null)}
        >
          <CheckpointMenu
            entry={menu.entry}
            picked={
              picked?.kind === 'checkpoint' &&
              picked.key !== menu.entry.key &&
              picked.checkpointNs === menu.entry.checkpointNs
                ? picked
                : null
            }
            onRunFrom={props.onRunFrom}
            readOnly={props.readOnly}
            noInput={props.noInput}
            onCompare={props.onCompare}
            onAddInput={props.onAddInput}
            trayEntryOf={props.trayEntryOf}
            onExecution={props.onExecution}
            onPin={props.onPin}
            factsOf={props.factsOf}
          />
        </ContextMenu>
      )}
    </div>
  );
}

/** The row of the selected checkpoint, or the collapsed turn that it is in. */
function rowOfSelection(entries: readonly StoryEntry[], selectedKey: string | null): number {
  const index = entries.findIndex(({ kind, key }) => kind === 'checkpoint' && key === selectedKey);
  if (index >= 0) return index;
  return entries.findIndex(
    (entry) =>
      entry.kind === 'turn' &&
      !entry.open &&
      entry.turn.checkpoints.some(({ checkpointId }) => checkpointId === selectedKey),
  );
}

/** The row of the selected execution of an import, or the collapsed turn of its run. */
function rowOfExecution(entries: readonly StoryEntry[], executionKey: string): number {
  const index = entries.findIndex(({ kind, key }) => kind === 'execution' && key === executionKey);
  if (index >= 0) return index;
  return entries.findIndex(
    (entry) =>
      entry.kind === 'turn' && entry.turn.traceless.some(({ runId }) => executionKey.startsWith(`${runId} `)),
  );
}

/** The last of the rows that say what became of a checkpoint. */
function lastOfCheckpoint(entries: readonly StoryEntry[], row: number): number {
  const entry = entries[row];
  if (entry?.kind !== 'checkpoint') return row;
  let last = row;
  for (let next = entries[row + 1]; next !== undefined; next = entries[last + 1]) {
    if (!('checkpoint' in next) || next.kind === 'checkpoint' || next.checkpoint !== entry.checkpoint) break;
    last += 1;
  }
  return last;
}

/** The line of the oldest turn if that is not loaded to its beginning: what is older comes below this line, not at the end. */
function cutTurnAt(entries: readonly StoryEntry[]): number | null {
  const index = entries.findLastIndex(({ kind }) => kind === 'turn');
  const entry = entries[index];
  return entry?.kind === 'turn' && entry.turn.isCut && !entry.turn.hasInput ? index : null;
}

function useExtras(
  entries: readonly StoryEntry[],
  width: number,
  heights: ReadonlyMap<string, number>,
): ReadonlyMap<number, number> {
  const extras = new Map<number, number>();
  for (const [index, entry] of entries.entries()) {
    const extra =
      entry.kind === 'question'
        ? (heights.get(entry.key) ?? storyRowHeight + questionExtra(entry, width)) - storyRowHeight
        : entry.kind === 'outcome'
          ? outcomeExtra(entry)
          : entry.kind === 'note'
            ? errorExtra(entry.detail)
            : entry.kind === 'execution'
              ? errorExtra(entry.error)
              : 0;
    if (extra > 0) extras.set(index, extra);
  }
  const text = JSON.stringify([...extras]);
  // The same object while no height changes.
  return useMemo(() => new Map(JSON.parse(text) as [number, number][]), [text]);
}

function useWidth(scroller: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(300);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}

/**
 * Keeps the rows where they are when others come above them: older checkpoints of a turn, and newer turns. At the very top the
 * newest turn stays in view, unless what is older is there, too.
 */
function useKeepPlace(
  scroller: React.RefObject<HTMLElement | null>,
  entries: readonly StoryEntry[],
  { from, to, topOf, restore, position }: ReturnType<typeof useVirtualRows>,
  isCut: boolean,
): void {
  const place = useRef<{ readonly key: string; readonly index: number; readonly offset: number } | null>(
    null,
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const before = place.current;
    if (before !== null && entries[before.index]?.key !== before.key) {
      const index = entries.findIndex(({ key }) => key === before.key);
      const { offset } = position();
      const moved = index < 0 ? 0 : topOf(index) - element.scrollTop - before.offset;
      if (Math.abs(moved) >= 1) restore({ offset: offset + moved, atEnd: false });
    }
    place.current = null;
    if (element.scrollTop < 1 && !isCut) return;
    for (let index = from; index < to; index += 1) {
      const entry = entries[index];
      const offset = topOf(index) - element.scrollTop;
      if (entry === undefined || entry.kind === 'turn' || offset < 0) continue;
      place.current = { key: entry.key, index, offset };
      return;
    }
  });
}
