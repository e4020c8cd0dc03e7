import type { NodeActivitySource, NodeStatus } from '../../shared-ui/node-activity.ts';

// By urgency, the most urgent last: for what is inside a container. Of one node's executions, the order of
// `precedence` in src/shared/thread-record/node-statuses.ts decides.
export const statusPrecedence: readonly NodeStatus[] = [
  'idle',
  'later',
  'skipped',
  'unknown',
  'finished',
  'next',
  'queued',
  'aborted',
  'cancelled',
  'waiting',
  'failed',
  'running',
];

/**
 * The displayed status of a node. A container shows the most urgent status inside it, whether collapsed or
 * not; once it has finished itself, the inner statuses no longer matter (it may have caught a failure).
 */
export function aggregateStatus(
  activity: NodeActivitySource,
  id: string,
  inside: readonly string[],
): NodeStatus {
  const nodeStatus = activity.get(id).status;
  if (nodeStatus === 'finished') return nodeStatus;
  let strongest = statusPrecedence.indexOf(nodeStatus);
  for (const child of inside)
    strongest = Math.max(strongest, statusPrecedence.indexOf(activity.get(child).status));
  return statusPrecedence[strongest] ?? 'idle';
}

export const nodeStatusLabels: Readonly<Record<NodeStatus, string>> = {
  idle: 'not run',
  queued: 'queued',
  next: 'runs next',
  running: 'running',
  finished: 'finished',
  failed: 'failed',
  waiting: 'interrupted',
  aborted: 'aborted because another node failed',
  cancelled: 'cancelled',
  unknown: 'unknown whether it ran',
  skipped: 'skipped in this run',
  later: 'ran after this checkpoint',
};
