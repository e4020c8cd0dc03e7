import { Circle, Layers, Sparkles, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusIcon } from '../../ui/display/StatusIcon.tsx';
import { BreakpointMark } from '../../graph/BreakpointMark.tsx';
import type { Status } from '../../ui/display/status-styles.ts';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import styles from './LegendDialog.module.css';

type Entry = readonly [sign: ReactNode, meaning: string];

const statuses: readonly (readonly [Status, string])[] = [
  ['idle', 'Idle'],
  ['queued', 'Queued'],
  ['next', 'Runs next'],
  ['running', 'Running'],
  ['finished', 'Finished'],
  ['waiting', 'Interrupted or paused: waiting for an answer, or at a breakpoint'],
  ['failed', 'Failed'],
  ['timeout', 'Timed out'],
  ['cancelled', 'Stopped'],
  ['skipped', 'Not taken'],
  ['reconnecting', 'Reconnecting'],
  ['unknown', 'Unknown: the server does not say'],
];

export function LegendDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="Legend" width={560}>
      <div className={styles.columns}>
        <div>
          <Part
            title="Status"
            entries={statuses.map(([status, meaning]) => [
              <StatusIcon key={status} status={status} label="" />,
              meaning,
            ])}
          />
          <Part
            title="Timeline"
            entries={[
              [<i key="queued" className={styles.bar} data-kind="queued" />, 'Queued'],
              [<i key="ran" className={styles.bar} />, 'Ran'],
              [<i key="waiting" className={styles.bar} data-kind="waiting" />, 'Waited for an answer'],
              [
                <i key="between" className={styles.bar} data-kind="between" />,
                'Wait between two runs of a turn, across all bars',
              ],
              [<i key="step" className={styles.mark} />, 'Start of a superstep'],
              [<i key="run" className={styles.mark} data-kind="run" />, 'Start of a run'],
              [<i key="attempt" className={styles.mark} data-kind="attempt" />, 'Retried by the server'],
            ]}
          />
        </div>
        <div>
          <Part
            title="Graph"
            entries={[
              [<Circle key="plain" size={14} aria-hidden />, 'Node'],
              [<Sparkles key="model" size={14} aria-hidden />, 'Node that calls a model'],
              [
                <Wrench key="tool" size={14} aria-hidden />,
                'Tools; below them, the tools that were called and the sub-agents they started',
              ],
              [<Layers key="subgraph" size={14} aria-hidden />, 'Subgraph'],
              [<Line key="direct" />, 'Direct edge'],
              [<Line key="conditional" kind="conditional" />, 'Conditional edge'],
              [<Line key="taken" kind="taken" />, 'Taken (in the overlay)'],
              [<Line key="undeclared" kind="undeclared" />, 'Taken but not declared'],
              [
                <BreakpointMark key="set" marker="set" />,
                'Your breakpoint: drawn above the node if before it, below the node if after it',
              ],
              [
                <BreakpointMark key="conditional" marker="conditional" />,
                'Your breakpoint with a condition, a visit number or changed keys',
              ],
              [
                <BreakpointMark key="log" marker="log" />,
                'Your logpoint: writes a line to the log and does not stop',
              ],
              [<BreakpointMark key="disabled" marker="disabled" />, 'Your breakpoint, disabled'],
              [<BreakpointMark key="declared" marker="declared" />, 'Breakpoint declared by the graph'],
            ]}
          />
          <Part
            title="Story"
            entries={[
              [<Dot key="plain" />, 'Checkpoint'],
              [<Dot key="fork" kind="fork" />, 'Checkpoint on another branch'],
              [<Dot key="waiting" kind="waiting" />, 'Waiting for an answer, or paused'],
              [<Dot key="failed" kind="failed" />, 'Failed'],
              [<Line key="pruned" kind="pruned" />, 'Older checkpoints are not on the server'],
            ]}
          />
        </div>
      </div>
    </Dialog>
  );
}

function Part({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>
        {entries.map(([sign, meaning]) => (
          <li key={meaning} className={styles.line}>
            <span className={styles.sign} aria-hidden>
              {sign}
            </span>
            {meaning}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ kind }: { readonly kind?: 'conditional' | 'taken' | 'undeclared' | 'pruned' }) {
  return (
    <svg width={28} height={10}>
      <path className={styles.edge} data-kind={kind} d="M1 5H27" />
    </svg>
  );
}

function Dot({ kind }: { readonly kind?: 'fork' | 'waiting' | 'failed' }) {
  return (
    <svg width={12} height={12}>
      <circle className={styles.dot} data-kind={kind} cx={6} cy={6} r={4.5} />
    </svg>
  );
}
