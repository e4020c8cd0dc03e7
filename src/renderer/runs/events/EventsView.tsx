import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RunFrame } from '../../../shared/model/run.ts';
import { CodeText } from '../../ui/CodeText.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { scrollableGroup } from '../../ui/named-group.ts';
import { Select } from '../../ui/Select.tsx';
import { sizeText } from '../../ui/time-ago.ts';
import { framesOfMode, modesOf, rowsInView, timeText } from './event-rows.ts';
import styles from '../Runs.module.css';

const rowHeight = 24;

export interface EventsViewProps {
  readonly frames: readonly RunFrame[];
  /** `frames.length`: the list grows in place, so this is what tells that it did. */
  readonly count: number;
}

/** Every frame of the run. Rows are drawn by ourselves: a list of a million costs what a list of a hundred does. */
export function EventsView({ frames, count }: EventsViewProps) {
  const [mode, setMode] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const filtered = framesOfMode(frames, mode);
  const rows = filtered?.length ?? count;
  const frame = chosen === null ? undefined : frames[chosen];
  return (
    <div className={styles.events}>
      <div className={styles.eventsHead}>
        <Select
          label="Mode"
          value={mode ?? ''}
          onChange={(value) => setMode(value === '' ? null : value)}
          options={[
            { value: '', label: `All modes (${count})` },
            ...modesOf(frames).map(([name, times]) => ({ value: name, label: `${name} (${times})` })),
          ]}
        />
        <span className={styles.quiet}>{rows === count ? '' : `${rows} of ${count}`}</span>
      </div>
      <div className={styles.eventsBody} data-open={frame !== undefined}>
        <Rows
          rows={rows}
          frameAt={(row) => frames[filtered?.[row] ?? row]}
          chosen={chosen}
          onChoose={setChosen}
        />
        {frame ? <Payload frame={frame} onClose={() => setChosen(null)} /> : null}
      </div>
    </div>
  );
}

interface RowsProps {
  readonly rows: number;
  readonly frameAt: (row: number) => RunFrame | undefined;
  readonly chosen: number | null;
  readonly onChoose: (seq: number) => void;
}

function Rows({ rows, frameAt, chosen, onChoose }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [view, setView] = useState({ top: 0, height: 240 });
  const look = (): void => {
    const element = scroller.current;
    if (!element) return;
    follows.current = element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight;
    setView({ top: element.scrollTop, height: element.clientHeight });
  };
  // New frames are followed while the end is in view, and never while somebody reads further up.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && follows.current) element.scrollTop = rows * rowHeight;
  }, [rows]);
  const { from, to } = rowsInView(rows, rowHeight, view.top, view.height);
  const shown = Array.from({ length: to - from }, (_, at) => from + at);
  return (
    <div ref={scroller} className={styles.eventList} onScroll={look} {...scrollableGroup('Events')}>
      <div className={styles.eventSpace} style={{ height: rows * rowHeight }}>
        {shown.map((row) => {
          const frame = frameAt(row);
          return frame ? (
            <button
              key={frame.seq}
              type="button"
              className={styles.event}
              style={{ top: row * rowHeight }}
              aria-pressed={frame.seq === chosen}
              onClick={() => onChoose(frame.seq)}
            >
              <span>{timeText(frame.atMs)}</span>
              <span>{frame.id ?? '–'}</span>
              <b>{frame.mode}</b>
              <span title={frame.namespace.join(' | ')}>{frame.namespace.map(nameOnly).join(' › ')}</span>
              <span>{sizeText(frame.text.length)}</span>
            </button>
          ) : null;
        })}
      </div>
    </div>
  );
}

function Payload({ frame, onClose }: { readonly frame: RunFrame; readonly onClose: () => void }) {
  return (
    <div className={styles.payload}>
      <div className={styles.outputHead}>
        <b>{frame.mode}</b>
        <span className={styles.quiet}>{frame.namespace.join(' | ')}</span>
        <CopyButton label="Copy the raw text" text={frame.text} />
        <IconButton label="Close" size="small" icon={<X size={13} aria-hidden />} onClick={onClose} />
      </div>
      <CodeText label="Raw text of the event" text={frame.text.slice(0, 200_000)} wrap />
    </div>
  );
}

function nameOnly(level: string): string {
  const colon = level.lastIndexOf(':');
  return colon < 0 ? level : level.slice(0, colon);
}
