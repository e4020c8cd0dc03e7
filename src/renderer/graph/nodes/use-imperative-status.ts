import { useLayoutEffect, type RefObject } from 'react';
import type { GraphNode } from '../../../shared/model/graph.ts';
import type { NodeActivity, NodeStatus } from '../../domain/node-activity.ts';
import { useCanvas } from '../canvas/canvas-context.ts';
import { nodeLabel, visitSummary } from '../model/node-labels.ts';
import { aggregateStatus } from '../model/aggregate-status.ts';

/** What of a node's box tells its status, by its `data-part`. */
export const nodeParts = { hit: 'hit', mark: 'mark', spent: 'spent' } as const;

/** Nodes that ran for this long are marked as `data-lasting`: most are done sooner, and need no more than a ring. */
const lastingMs = 400;

export interface ImperativeStatus {
  readonly node: GraphNode;
  /** What is to be said of the node after its status. */
  readonly more: string;
  /** Something else tells what the node took. */
  readonly spentElsewhere: boolean;
}

/**
 * Writes a node's status into its box: at once, and whenever it changes. Rendering the box for it would cost ten times
 * as much, and many nodes change many times a second; so no part of the box that a status decides is React's.
 */
export function useImperativeStatus(
  frame: RefObject<HTMLElement | null>,
  { node, more, spentElsewhere }: ImperativeStatus,
): void {
  const { activity, insideOf } = useCanvas();
  // Without a list: what is rendered anew (a container that was folded) may have other parts.
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const inside = insideOf(node.id);
    let shown: { readonly status: NodeStatus; readonly own: NodeActivity } | null = null;
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
      const own = activity.get(node.id);
      const status = aggregateStatus(activity, node.id, inside);
      if (shown?.status === status && shown.own === own) return;
      shown = { status, own };
      box.setAttribute('data-status', status);
      partOf(box, 'hit')?.setAttribute('aria-label', nodeLabel(node, status, own) + more);
      partOf(box, 'mark')?.setAttribute('data-sign', status === 'idle' ? node.kind : status);
      const spent = partOf(box, 'spent');
      if (spent) spent.textContent = spentElsewhere ? '' : visitSummary(own);
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
