import { tokenCountText } from '../../ui/display/tokens-text.ts';
import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type RefCallback } from 'react';
import { compactJson } from 'exact-json';
import { collapseSpaces } from '../../../shared/escape-invisible.ts';
import { compareDragProps } from '../../shared-ui/compare-drag.ts';
import { runTrayEntry } from '../../shared-ui/tray-entries.ts';
import type { RunRecord } from '../../../shared/model/run.ts';
import type { RunDisplay } from '../../run-state/run-display.ts';
import { StatusIcon } from '../../ui/display/StatusIcon.tsx';
import { statusStyles } from '../../ui/display/status-styles.ts';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import { recordedDuration, runDurationLabel, shortRunDuration } from '../model/run-duration.ts';
import { SelectionMenu } from '../../ui/popups/SelectionMenu.tsx';
import { triggerText } from './run-record-labels.ts';
import { RunMenu } from './RunMenu.tsx';
import { RunDetail, type RunDetailProps, type RunListProps } from './RunDetail.tsx';
import styles from './RunList.module.css';

export interface RunRowProps extends RunListProps, Pick<RunDetailProps, 'onDelete'> {
  readonly record: RunRecord;
  readonly display: RunDisplay;
  // It may have used more tokens than it reports.
  readonly hasUnknownTokens: boolean;
  // Its place in the thread, from 1; `null` if it is unknown.
  readonly number: number | null;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  // Where it is in a virtualized list; `null` in a short one.
  readonly placement: RowPlacement | null;
}

export interface RowPlacement {
  readonly at: number;
  // In pixels.
  readonly top: number;
  readonly of: number;
  readonly measure: RefCallback<HTMLElement> | null;
}

export function RunRow(props: RunRowProps) {
  const { record, display, hasUnknownTokens, number, open, onOpen, onDelete, placement, ...list } = props;
  const { runId, durationMs, tokens, inputText, createdAt } = record;
  const { status, text } = display;
  const duration = durationMs === null ? null : recordedDuration(durationMs);
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const { connectionId, threadId } = list;
  const named = { connectionId, threadId, runId, number, threadName: null, createdAt };
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li
      className={clsx(styles.item, placement && styles.placed)}
      data-testid={`run-${runId}`}
      data-status={status}
      {...(placement && {
        ref: placement.measure,
        style: { transform: `translateY(${placement.top}px)` },
        'data-index': placement.at,
        'aria-posinset': placement.at + 1,
        'aria-setsize': placement.of,
      })}
    >
      <button
        type="button"
        className={clsx(styles.row, runId === list.runId && styles.current)}
        aria-expanded={open}
        onClick={() => onOpen(!open)}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenu({ x: event.clientX, y: event.clientY });
        }}
        {...compareDragProps(() => runTrayEntry('run', named))}
      >
        <span className={styles.number}>
          <Chevron size={12} aria-hidden />
          {number === null ? '' : `#${number}`}
        </span>
        <span className={styles.status} title={text}>
          <StatusIcon status={status} size={13} label="" />
          {statusStyles[status].label}
        </span>
        <span>{triggerText(record)}</span>
        <code>{inputText === null ? '–' : oneLine(inputText)}</code>
        <span className={styles.time} title={duration === null ? undefined : runDurationLabel(duration)}>
          {duration === null ? <TimeAgo at={createdAt} /> : shortRunDuration(duration)}
        </span>
        <span className={styles.time}>
          {tokens === null ? '–' : tokenCountText(tokens, hasUnknownTokens)}
        </span>
      </button>
      {menu === null ? null : (
        <RunMenu
          key={`${menu.x} ${menu.y}`}
          run={named}
          record={record}
          at={menu}
          onClose={() => setMenu(null)}
        />
      )}
      {runId === list.runId ? (
        <SelectionMenu>{(place) => <RunMenu {...place} run={named} record={record} />}</SelectionMenu>
      ) : null}
      {open ? (
        <RunDetail {...list} record={record} display={display} number={number} onDelete={onDelete} />
      ) : null}
    </li>
  );
}

// A truncated input is no longer valid JSON.
function oneLine(text: string): string {
  try {
    return compactJson(text);
  } catch {
    return collapseSpaces(text);
  }
}
