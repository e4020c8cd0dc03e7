import { Pause, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import { countEvents, createFilterIndex, type EventListFilter } from './event-filter.ts';
import { EventFilters } from './EventFilters.tsx';
import { EventPayload } from './EventPayload.tsx';
import { EventRows } from './EventRows.tsx';
import { ExportEvents } from './ExportEvents.tsx';
import { EventSearchField } from './EventSearchField.tsx';
import type { TextPattern } from './text-matcher.ts';
import { useTextScan } from './use-text-scan.ts';
import styles from './EventsView.module.css';

export interface EventsViewProps {
  readonly runId: string;
  readonly log: Pick<RunLogSnapshot, 'frames' | 'load'>;
  readonly running: boolean;
  readonly onNode: (nodeId: string, taskId: string | null) => void;
}

// In a long log, filter counts update after this many events.
const countStep = 2000;

const everything: EventListFilter = { mode: null, namespace: null };

export function EventsView({ runId, log, running, onNode }: EventsViewProps) {
  const { frames } = log;
  const count = frames.length;
  const [filter, setFilter] = useState(everything);
  const [pattern, setPattern] = useState<TextPattern>({ text: '', isExpression: false });
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const isFiltered = filter.mode !== null || filter.namespace !== null;
  const fitting = useMemo(() => createFilterIndex(frames, filter), [frames, filter]);
  const scan = useTextScan(log, filter, pattern);
  // At thousands of events a second the counts would change faster than anyone can read.
  const names = frames.names.length;
  const countVersion = count < countStep ? count : Math.floor(count / countStep);
  const [counts, setCounts] = useState({ names, looks: countVersion, frames, of: countEvents(frames) });
  if (counts.names !== names || counts.looks !== countVersion || counts.frames !== frames) {
    setCounts({ names, looks: countVersion, frames, of: countEvents(frames) });
  }

  const rows = scan?.rows ?? (isFiltered ? fitting() : null);
  const all = rows?.length ?? count;
  const rowCount = pausedAt === null ? all : shownBefore(rows, pausedAt);
  const rowAt = (row: number): number => rows?.[row] ?? row;
  return (
    <div className={styles.events}>
      <div className={styles.head}>
        <EventFilters counts={counts.of} filter={filter} onChange={setFilter} />
        <EventSearchField pattern={pattern} onChange={setPattern} />
        <span className={styles.count} role="status">
          {countText(rowCount, count, scan?.scanned ?? count)}
        </span>
        {running || pausedAt !== null ? (
          <Button
            size="small"
            variant="ghost"
            aria-pressed={pausedAt !== null}
            icon={pausedAt === null ? <Pause size={12} aria-hidden /> : <Play size={12} aria-hidden />}
            onClick={() => setPausedAt(pausedAt === null ? count : null)}
          >
            {pausedAt === null ? 'Pause' : `Resume${count > pausedAt ? ` (${count - pausedAt} new)` : ''}`}
          </Button>
        ) : null}
        <ExportEvents runId={runId} log={log} rows={rows} count={rowCount} />
      </div>
      {scan?.problem ? (
        <p className={styles.problem} role="alert">
          {scan.problem}
        </p>
      ) : null}
      <div className={styles.body} data-open={chosen !== null}>
        <EventRows
          count={rowCount}
          log={log}
          seqAt={rowAt}
          narrowed={rows !== null}
          chosen={chosen}
          onChoose={setChosen}
        />
        {chosen === null ? null : (
          <EventPayload key={chosen} log={log} seq={chosen} onNode={onNode} onClose={() => setChosen(null)} />
        )}
      </div>
    </div>
  );
}

function shownBefore(rows: readonly number[] | null, pausedAt: number): number {
  if (rows === null) return pausedAt;
  const later = rows.findIndex((seq) => seq >= pausedAt);
  return later < 0 ? rows.length : later;
}

function countText(matchCount: number, count: number, scanned: number): string {
  if (scanned < count) return `${matchCount} found, ${Math.floor((scanned / count) * 100)} % searched`;
  return matchCount === count ? '' : `${matchCount} of ${count}`;
}
