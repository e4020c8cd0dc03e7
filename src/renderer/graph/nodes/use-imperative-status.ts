import { useLayoutEffect, type RefObject } from 'react';
import type { GraphNode } from '../../../shared/model/graph.ts';
import type { NodeActivity, NodeStatus } from '../../shared-ui/node-activity.ts';
import { useCanvas } from '../canvas/canvas-context.ts';
import { nodeLabel, visitSummary } from '../model/node-labels.ts';
import { aggregateStatus } from '../model/aggregate-status.ts';

/** The parts of a node's box that depend on its status, by `data-part`. */
export const nodeParts = { hit: 'hit', mark: 'mark', badge: 'badge' } as const;

// Nodes that run longer are marked as `data-lasting`; most finish sooner and only need a ring.
const lastingMs = 400;

export interface ImperativeStatus {
  readonly node: GraphNode;
  readonly more: string;
  /** The overlay's note, instead of the visits and time of the run. */
  readonly note: string | undefined;
}

/**
 * Writes a node's status to its box, now and on every change. Re-rendering the box would cost ten times as
 * much, and many nodes change many times a second; so React renders no part of the box that depends on the
 * status.
 */
export function useImperativeStatus(
  frame: RefObject<HTMLElement | null>,
  { node, more, note }: ImperativeStatus,
): void {
  const { activity, insideOf } = useCanvas();
  // Without a dependency list, because a re-render (for example after collapsing) may change the parts.
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const inside = insideOf(node.id);
    let written: { readonly status: NodeStatus; readonly own: NodeActivity } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const time = (isRunning: boolean): void => {
      if (isRunning) {
        timer ??= setTimeout(() => box.setAttribute('data-lasting', ''), lastingMs);
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      box.removeAttribute('data-lasting');
    };
    const write = (): void => {
      const nodeActivity = activity.get(node.id);
      const status = aggregateStatus(activity, node.id, inside);
      if (written?.status === status && written.own === nodeActivity) return;
      written = { status, own: nodeActivity };
      box.setAttribute('data-status', status);
      partOf(box, 'hit')?.setAttribute('aria-label', nodeLabel(node, status, nodeActivity) + more);
      partOf(box, 'mark')?.setAttribute('data-sign', status === 'idle' ? node.kind : status);
      const badge = partOf(box, 'badge');
      if (badge) badge.textContent = note ?? visitSummary(nodeActivity);
      time(status === 'running');
    };
    write();
    const stops = [node.id, ...inside].map((id) => activity.subscribe(id, write));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  });
}

function partOf(box: HTMLElement, part: keyof typeof nodeParts): Element | null {
  return box.querySelector(`[data-part=${nodeParts[part]}]`);
}
