import type { GraphNode, GraphNodeKind } from '../../../shared/model/graph.ts';
import type { NodeActivity, NodeStatus } from '../../shared-ui/node-activity.ts';
import { boundedDurationText, boundedDurationWords } from '../../ui/display/format.ts';
import { nodeTitle } from './node-size.ts';
import { nodeStatusLabels } from './aggregate-status.ts';

const kindLabels: Readonly<Record<GraphNodeKind, string>> = {
  start: 'start',
  end: 'end',
  subgraph: 'subgraph',
  tool: 'tool node',
  model: 'model node',
  plain: 'node',
};

/** Time and number of visits: `1.9 s`, `3× 1.9 s`. Empty if unknown. */
export function visitSummary({ visits, ms, bound }: NodeActivity): string {
  const time = ms === null || ms < 1 ? '' : boundedDurationText(ms, bound ?? 'exact');
  if (visits < 2) return time;
  return `${visits}× ${time}`.trimEnd();
}

/** The accessible name of a node: name, kind, status (`null`: none is shown), breakpoints, time. */
export function nodeLabel(node: GraphNode, status: NodeStatus | null, activity: NodeActivity): string {
  const parts = [nodeTitle(node)];
  if (node.kind !== 'start' && node.kind !== 'end') parts.push(kindLabels[node.kind]);
  if (status !== null && node.kind !== 'start' && node.kind !== 'end') parts.push(nodeStatusLabels[status]);
  if (node.breakBefore) parts.push('breaks before');
  if (node.breakAfter) parts.push('breaks after');
  if (activity.visits > 1) parts.push(`${activity.visits} visits`);
  if (activity.ms !== null) parts.push(boundedDurationWords(activity.ms, activity.bound ?? 'exact'));
  return parts.join(', ');
}
