import { useEffect } from 'react';
import type { ExperimentTarget, ExperimentRow } from '../../shared/model/experiment.ts';
import { compareDragProps } from '../shared-ui/compare-drag.ts';
import { collapseSpaces } from '../../shared/escape-invisible.ts';
import { Chip } from '../ui/display/Chip.tsx';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { reasonText, rowLabel, rowName } from '../../shared/inputs/experiment-labels.ts';
import { pageSize, useRowPage, type RowQuery } from './queries.ts';
import { rowTrayEntry, targetLabel } from './targets.ts';
import styles from './Experiments.module.css';
import { verdictOf, type RowVerdict } from '../../shared/inputs/row-verdict.ts';
import type { Status } from '../ui/display/status-styles.ts';

interface ResultRowProps {
  readonly query: RowQuery;
  readonly position: number;
  readonly revision: number;
  readonly targets: readonly ExperimentTarget[];
  // Where it notes the index of its row, by position.
  readonly shownRows: Map<number, number>;
}

export function ResultRow({ query, position, revision, targets, shownRows }: ResultRowProps) {
  const { data } = useRowPage(query, Math.floor(position / pageSize), revision);
  const row = data?.rows[position % pageSize];
  const index = row?.index;
  useEffect(() => {
    if (index !== undefined) shownRows.set(position, index);
    return () => {
      shownRows.delete(position);
    };
  }, [shownRows, position, index]);
  if (row === undefined) return <div className={styles.row}>…</div>;
  const entry = rowTrayEntry(row, targets[row.target]);
  const reason = collapseSpaces(reasonText(row));
  return (
    <div className={styles.row} {...(entry === null ? {} : compareDragProps(() => entry))}>
      <StatusIcon status={rowStatus(row)} label="" />
      <span className={styles.path}>{rowName(row)}</span>
      <span className={styles.cell}>{targetLabel(targets[row.target])}</span>
      <span className={styles.outcome} title={reason}>
        <span className={styles.label}>{rowLabel(row)}</span>
        {row.changed === true ? <Chip tone="accent">changed</Chip> : null}
        {reason === '' ? null : <span className={styles.reason}>{reason}</span>}
      </span>
    </div>
  );
}

const statuses: Readonly<Record<RowVerdict, Status>> = {
  passed: 'success',
  finished: 'success',
  waiting: 'waiting',
  stopped: 'cancelled',
  failed: 'error',
  unknown: 'unknown',
};

export function rowStatus({ problem, runId, result }: ExperimentRow): Status {
  if (problem !== null) return 'failed';
  if (result === null) return runId === null ? 'idle' : 'busy';
  if (result.status === 'timeout' && result.outcome === 'failed') return 'timeout';
  return statuses[verdictOf(result)];
}
