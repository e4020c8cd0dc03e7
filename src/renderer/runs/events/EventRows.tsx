import { clsx } from 'clsx';
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { durationText, sizeText } from '../../ui/display/format.ts';
import { listKey, rowForKey } from '../../ui/lists/list-navigation.ts';
import type { FrameInfo } from '../model/frame-list.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import { useVirtualRows, type ScrollPosition, type VirtualRows } from '../../ui/lists/use-virtual-rows.ts';
import { namespaceLabel } from './event-filter.ts';
import styles from './EventsView.module.css';

const rowHeight = 24;

// Gaps of at least this many milliseconds are highlighted.
const longGapMs = 1000;

export interface EventRowsProps {
  readonly count: number;
  readonly log: Pick<RunLogSnapshot, 'frames' | 'load'>;
  readonly seqAt: (row: number) => number;
  readonly narrowed: boolean;
  readonly chosen: number | null;
  readonly onChoose: (seq: number | null) => void;
}

// A virtual list of fixed-height rows, so that a million rows cost as much as a hundred.
export function EventRows({ count, log, seqAt, narrowed, chosen, onChoose }: EventRowsProps) {
  const { frames, load } = log;
  const idBase = useId();
  const container = useRef<HTMLDivElement>(null);
  const list = useVirtualRows(container, count, rowHeight, { follow: true });
  const { from, to } = list;
  usePlaceInAll(list, narrowed, chosen);
  const visibleSeqs = Array.from({ length: to - from }, (_, index) => seqAt(from + index));
  const missing = visibleSeqs.find((seq) => !frames.has(seq)) ?? null;
  useEffect(() => {
    // A failed load only leaves out ids here; the payload view shows the error.
    if (missing !== null) load(missing, missing + 1 + to - from).catch(() => undefined);
  }, [missing, from, to, load]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && chosen !== null) {
      event.preventDefault();
      return onChoose(null);
    }
    const target = rowForKey(listKey(event), rowOf(chosen, count, seqAt), count, list.page);
    if (target === null) return;
    event.preventDefault();
    onChoose(seqAt(target));
    list.scrollTo(target);
  };
  return (
    <div
      ref={container}
      className={styles.list}
      role="listbox"
      aria-label="Events"
      tabIndex={0}
      {...(chosen !== null && visibleSeqs.includes(chosen) && frames.has(chosen)
        ? { 'aria-activedescendant': `${idBase}${chosen}` }
        : {})}
      onScroll={list.onScroll}
      onKeyDown={onKeyDown}
    >
      <div className={styles.space} role="presentation" style={{ height: list.height }}>
        {visibleSeqs.map((seq, index) => {
          const facts = frames.facts(seq);
          return facts ? (
            <EventRow
              key={list.slotOf(from + index)}
              id={`${idBase}${seq}`}
              facts={facts}
              eventId={frames.id(seq) ?? null}
              gapMs={from + index === 0 ? 0 : facts.atMs - frames.atMs(seqAt(from + index - 1))}
              top={list.topOf(from + index)}
              chosen={seq === chosen}
              onChoose={onChoose}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

interface EventRowProps {
  readonly id: string;
  readonly facts: FrameInfo;
  readonly eventId: string | null;
  // Milliseconds since the previous row.
  readonly gapMs: number;
  readonly top: number;
  readonly chosen: boolean;
  readonly onChoose: (seq: number) => void;
}

function EventRow({ id, facts, eventId, gapMs, top, chosen, onChoose }: EventRowProps) {
  const { seq, atMs, mode, namespace, length } = facts;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={styles.event}
      style={{ top }}
      data-mode={mode}
      onClick={() => onChoose(seq)}
    >
      <span>{(atMs / 1000).toFixed(3)}</span>
      <span className={clsx(gapMs >= longGapMs && styles.long)}>
        {gapMs < 1 ? '' : `+${durationText(gapMs)}`}
      </span>
      <span title={eventId ?? undefined}>{eventId ?? '–'}</span>
      <b>{mode}</b>
      <span title={namespace.join(' | ')}>{namespaceLabel(namespace)}</span>
      <span>{sizeText(length)}</span>
    </div>
  );
}

// Once the filter is cleared, scrolls back to the selected frame, or else to the previous position.
function usePlaceInAll(
  list: Pick<VirtualRows, 'position' | 'restore' | 'centre'>,
  narrowed: boolean,
  chosen: number | null,
): void {
  const before = useRef<ScrollPosition | null>(null);
  const wasNarrowed = useRef(narrowed);
  useLayoutEffect(() => {
    if (wasNarrowed.current && !narrowed) {
      // Without a filter, the row is the log index.
      if (chosen !== null) list.centre(chosen);
      else if (before.current !== null) list.restore(before.current);
    }
    wasNarrowed.current = narrowed;
    if (!narrowed) before.current = list.position();
  });
}

// The row of a frame, or -1. `seqAt` is ascending.
function rowOf(seq: number | null, count: number, seqAt: EventRowsProps['seqAt']): number {
  if (seq === null) return -1;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (seqAt(middle) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
