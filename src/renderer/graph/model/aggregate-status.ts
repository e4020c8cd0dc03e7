import type { NodeActivitySource, NodeStatus } from '../../domain/node-activity.ts';

/** All of them. What matters most to a person comes last. */
export const nodeStatuses: readonly NodeStatus[] = [
  'idle',
  'skipped',
  'finished',
  'next',
  'queued',
  'waiting',
  'failed',
  'running',
];

/**
 * The status to show for a node. A container shows the most urgent of what lies in it, folded or not; when it is known
 * to have finished itself, what happened inside is over (it may have caught a failure).
 */
export function aggregateStatus(
  activity: NodeActivitySource,
  id: string,
  inside: readonly string[],
): NodeStatus {
  const own = activity.get(id).status;
  if (own === 'finished') return own;
  let strongest = nodeStatuses.indexOf(own);
  for (const child of inside)
    strongest = Math.max(strongest, nodeStatuses.indexOf(activity.get(child).status));
  return nodeStatuses[strongest] ?? 'idle';
}

/** The words for a status, for labels and tooltips. */
export const statusLabels: Readonly<Record<NodeStatus, string>> = {
  idle: 'not run',
  queued: 'queued',
  next: 'runs next',
  running: 'running',
  finished: 'finished',
  failed: 'failed',
  waiting: 'interrupted',
  skipped: 'skipped in this run',
};
