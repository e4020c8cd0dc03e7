import { useEffect, useState } from 'react';
import { StatusChip } from '../ui/Chip.tsx';
import { statusLooks, type Status } from '../ui/status-looks.ts';
import { durationText } from '../ui/time-ago.ts';
import type { RunLogPicture } from './run-log-store.ts';
import styles from './Runs.module.css';

/** How often the clock of a live run is drawn: milliseconds. */
const tickMs = 250;

/** How the run stands and how long it took so far. */
export function RunStatus({ log, running }: { readonly log: RunLogPicture; readonly running: boolean }) {
  const status = statusOf(log, running);
  const isLive = running && log.frames.length > 0;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(performance.now()), tickMs);
    return () => clearInterval(timer);
  }, [isLive]);
  const ms = log.model.lastMs() + (isLive ? Math.max(0, now - log.touchedAt) : 0);
  return (
    <span data-testid="run-status" data-status={status} title={statusLooks[status].word}>
      <StatusChip status={status}>
        <span className={log.frames.length > 0 ? styles.statusWord : undefined}>
          {statusLooks[status].word}
        </span>
        {log.frames.length > 0 ? <span>{durationText(ms)}</span> : null}
      </StatusChip>
    </span>
  );
}

function statusOf({ end, link, problem }: RunLogPicture, running: boolean): Status {
  if (end) return end.outcome === 'interrupted' ? 'waiting' : end.outcome;
  if (link === 'reconnecting') return 'reconnecting';
  if (running) return link === 'connecting' ? 'pending' : 'running';
  return problem ? 'lost' : 'unknown';
}
