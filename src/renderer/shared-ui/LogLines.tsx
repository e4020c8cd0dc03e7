import { clsx } from 'clsx';
import { ArrowDownToLine } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { LogLine } from '../../shared/model/local-server.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import styles from './LogLines.module.css';

interface LogLinesProps {
  readonly lines: readonly LogLine[];
  readonly follow: boolean;
  readonly onFollow: (follow: boolean) => void;
  readonly empty: string;
}

export function LogLines({ lines, follow, onFollow, empty }: LogLinesProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (follow && lines.length > 0) container.current?.scrollTo({ top: container.current.scrollHeight });
  }, [follow, lines]);
  return (
    <div
      ref={container}
      className={styles.lines}
      {...scrollableGroupProps('Log')}
      onWheel={(event) => {
        // Scrolling back by hand ends following; nothing jumps away while it is read.
        if (event.deltaY < 0 && follow) onFollow(false);
      }}
    >
      {lines.length === 0 ? (
        <EmptyState compact title="No output" sentence={empty} />
      ) : (
        lines.map((line) => (
          <div key={line.seq} className={clsx(styles.line, styles[lineStyle(line)])}>
            <time dateTime={line.at}>{clock(line.at)}</time>
            <span>{line.text}</span>
          </div>
        ))
      )}
    </div>
  );
}

// The level is more reliable than the stream: Python's servers log everything to their error output.
function lineStyle({ source, level }: LogLine): string {
  if (source === 'studio') return 'studio';
  return level === null || level === 'info' ? (level === null ? source : 'out') : level;
}

function clock(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : date.toTimeString().slice(0, 8);
}

/** The buttons of a log: to follow its end, and to copy its lines. */
export function LogButtons({ lines, follow, onFollow }: Omit<LogLinesProps, 'empty'>) {
  return (
    <>
      <IconButton
        label="Follow log"
        size="small"
        pressed={follow}
        icon={<ArrowDownToLine size={13} aria-hidden />}
        onClick={() => onFollow(!follow)}
      />
      <CopyButton label="Copy the log" text={() => logText(lines)} />
    </>
  );
}

function logText(lines: readonly LogLine[]): string {
  return lines.map(({ at, source, text }) => `${at} ${source} ${text}`).join('\n');
}
