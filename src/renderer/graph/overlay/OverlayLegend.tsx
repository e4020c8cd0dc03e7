import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { durationText } from '../../ui/display/format.ts';
import { tokensText } from '../../ui/display/tokens-text.ts';
import type { OverlayChoice } from '../preferences.ts';
import type { CriticalPath } from './critical-path.ts';
import { overlayNames } from './OverlayItems.tsx';
import type { ObservedPathState } from './use-observed-path.ts';
import styles from './OverlayLegend.module.css';

export interface OverlayLegendProps {
  readonly choice: OverlayChoice;
  readonly observed: ObservedPathState;
  readonly maxValue: number | null;
  readonly undeclared: number;
  readonly onClose: () => void;
}

const scopeLabels: Readonly<Record<OverlayChoice['scope'], string>> = {
  run: 'this run',
  turn: 'this turn',
  thread: 'whole thread',
};

export function OverlayLegend({ choice, observed, maxValue, undeclared, onClose }: OverlayLegendProps) {
  if (observed.state === 'off') return null;
  return (
    <section className={styles.legend} aria-label="Overlay">
      <div className={styles.head}>
        <h3>{overlayNames[choice.mode]}</h3>
        <span className={styles.quiet}>{scopeLabels[choice.scope]}</span>
        <IconButton
          size="small"
          label="Turn off overlay"
          icon={<X size={13} aria-hidden />}
          onClick={onClose}
        />
      </div>
      <Body {...{ choice, observed, maxValue, undeclared }} />
    </section>
  );
}

function Body({ choice, observed, maxValue, undeclared }: Omit<OverlayLegendProps, 'onClose'>) {
  switch (observed.state) {
    case 'no-thread':
      return <p className={styles.quiet}>Select a thread, or run the graph, to see what ran.</p>;
    case 'no-run':
      return <p className={styles.quiet}>This thread has no runs.</p>;
    case 'unlisted':
      return <p className={styles.quiet}>No run of this thread is known. {gapTexts.runs}</p>;
    case 'loading':
      return (
        <p className={styles.quiet} role="status">
          Loading history
        </p>
      );
    case 'failed':
      return (
        <ErrorNotice action="Could not load the overlay" error={observed.error} onRetry={observed.retry} />
      );
    default:
      return (
        <>
          {choice.mode === 'observed' ? (
            <Lines undeclared={undeclared} />
          ) : observed.path !== null ? (
            <PathSummary path={observed.path} isThread={choice.scope === 'thread'} />
          ) : (
            <Scale choice={choice} max={maxValue} />
          )}
          <Bounds choice={choice} observed={observed} />
          {observed.gaps.map((gap) => (
            <p key={gap} className={styles.warning}>
              {gapTexts[gap]}
            </p>
          ))}
        </>
      );
  }
}

const gapTexts: Readonly<Record<ObservedPathState['gaps'][number], string>> = {
  deleted: 'Older checkpoints were pruned.',
  limit: 'Only the latest checkpoints were read.',
  subgraph: 'The server does not report what ran in some subgraphs.',
  runs: 'The server does not list all runs.',
  graph: 'The server does not report all nodes of another graph that ran here before.',
  import: 'The export of another tool may not have all that ran.',
};

function Bounds({ choice, observed }: Pick<OverlayLegendProps, 'choice' | 'observed'>) {
  if (choice.mode === 'tokens') {
    if (!observed.hasUnknownTokens) return null;
    return (
      <p className={styles.quiet}>
        At least: where the studio has no events, only messages in the history count.
      </p>
    );
  }
  const times = [...(observed.observation?.nodes.values() ?? [])].flatMap(({ time }) => time ?? []);
  const notes = [
    times.some(({ bound }) => bound === 'atMost') &&
      '≤: checkpoints only give the combined time of parallel nodes.',
    times.some(({ bound }) => bound === 'atLeast') && '≥: the time of some visits is unknown.',
    choice.mode === 'time' &&
      times.some(({ ms, sumMs, bound }) => bound !== 'atMost' && sumMs > ms) &&
      'Σ: the sum of parallel visits, after the time by the clock.',
    times.some(({ isSeen }) => isSeen) && 'Some times are as seen here: when events arrived.',
  ];
  return notes.map((note) =>
    note === false ? null : (
      <p key={note} className={styles.quiet}>
        {note}
      </p>
    ),
  );
}

function PathSummary({ path, isThread }: { readonly path: CriticalPath; readonly isThread: boolean }) {
  const { ms, steps, unclear } = path;
  if (steps.length === 0) return <p className={styles.quiet}>No steps yet.</p>;
  return (
    <>
      <ul className={styles.lines}>
        <Line className={styles.taken}>
          critical path{isThread ? ' of the latest branch' : ''}{' '}
          <b>{`${unclear > 0 ? '≥ ' : ''}${durationText(ms)}`}</b>
        </Line>
        <Line className={styles.faint}>not on it</Line>
      </ul>
      {unclear === 0 ? null : (
        <p className={styles.quiet}>
          {`In ${unclear} ${unclear === 1 ? 'step' : 'steps'} it is unknown which node took longest, or how long it took.`}
        </p>
      )}
    </>
  );
}

function Lines({ undeclared }: { readonly undeclared: number }) {
  return (
    <ul className={styles.lines}>
      <Line className={styles.taken}>taken</Line>
      <Line className={styles.faint}>declared, not taken</Line>
      <Line className={styles.dotted}>
        taken, not declared <b>{undeclared}</b>
      </Line>
    </ul>
  );
}

function Line({
  className,
  children,
}: {
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <svg className={className} width="26" height="6" aria-hidden>
        <path d="M1 3h24" />
      </svg>
      <span>{children}</span>
    </li>
  );
}

function Scale({ choice, max }: { readonly choice: OverlayChoice; readonly max: number | null }) {
  const isTokens = choice.mode === 'tokens';
  if (max === null) {
    const noTokens = `No token counts in ${choice.scope === 'thread' ? 'this thread' : scopeLabels[choice.scope]}.`;
    return <p className={styles.quiet}>{isTokens ? noTokens : 'No node times available.'}</p>;
  }
  return (
    <div className={styles.scale}>
      <span>{isTokens ? '0' : '0 s'}</span>
      <i aria-hidden />
      <span>{isTokens ? tokensText(max) : durationText(max)}</span>
    </div>
  );
}
