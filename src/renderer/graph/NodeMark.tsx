import { Circle, Layers, Sparkles, Wrench, type LucideIcon } from 'lucide-react';
import type { GraphNodeKind } from '../../shared/model/graph.ts';
import type { NodeStatus } from '../client/node-activity.ts';
import { StatusIcon } from '../ui/StatusIcon.tsx';
import styles from './Canvas.module.css';

const kindIcons: Readonly<Record<GraphNodeKind, LucideIcon>> = {
  start: Circle,
  end: Circle,
  subgraph: Layers,
  tool: Wrench,
  model: Sparkles,
  plain: Circle,
};

/** The sign at the left of a node: its status, or what kind of node it is while there is nothing to tell. */
export function NodeMark({ kind, status }: { readonly kind: GraphNodeKind; readonly status: NodeStatus }) {
  if (status !== 'idle') return <StatusIcon status={status} label="" />;
  const Icon = kindIcons[kind];
  return <Icon size={kind === 'plain' ? 10 : 13} aria-hidden className={styles.kind} />;
}
