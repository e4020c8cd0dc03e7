import type { ObservedStep, ObservedThread } from '../../shared/model/observed.ts';
import type { NodeActivity } from '../client/node-activity.ts';

/**
 * What ran on the way to a checkpoint, from the input on: the steps that made it and those before it, with what ran in
 * their subgraphs. Other branches of the thread are left out.
 */
export function branchActivity(
  { steps, edits }: Pick<ObservedThread, 'steps' | 'edits'>,
  checkpointId: string,
): ReadonlyMap<string, NodeActivity> {
  const maker = new Map<string, ObservedStep>();
  const inside = new Map<string, ObservedStep[]>();
  for (const step of steps) {
    const { namespace, made } = step.checkpoints ?? { namespace: '', made: null };
    if (namespace !== '') inside.set(namespace, [...(inside.get(namespace) ?? []), step]);
    else if (made !== null) maker.set(made, step);
  }
  const parents = new Map(edits.map((edit) => [edit.checkpointId, edit.parentId]));
  const found = new Map<string, NodeActivity>();
  const seen = new Set<string>();
  const add = ({ container, tasks }: ObservedStep): void => {
    for (const { name, ms, namespace } of tasks) {
      const id = container === '' ? name : `${container}:${name}`;
      const before = found.get(id);
      found.set(id, {
        status: 'finished',
        visits: (before?.visits ?? 0) + 1,
        // A time that is not known of every visit is not known.
        ms: ms === null || before?.ms === null ? null : (before?.ms ?? 0) + ms,
      });
      if (namespace === undefined || seen.has(namespace)) continue;
      seen.add(namespace);
      for (const step of inside.get(namespace) ?? []) add(step);
    }
  };

  let at: string | undefined = checkpointId;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const step = maker.get(at);
    if (step) add(step);
    at = step?.begins ? undefined : (step?.checkpoints?.from ?? parents.get(at));
  }
  return found;
}
