import { verdictOf, type RowVerdict } from '../../shared/inputs/row-verdict.ts';
import type { ExperimentRow } from '../../shared/model/experiment.ts';
import type { Status } from '../ui/display/status-styles.ts';

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
