import { countOf } from './count-of.ts';
import type { CloneDifference, CloneLoss, CloneProgress, CloneResult } from './model/thread-clone.ts';

export function lossText({ kind, count }: CloneLoss): string {
  switch (kind) {
    case 'other-branches':
      return `${countOf(count, 'checkpoint')} on other branches.`;
    case 'joined-writers':
      return `${countOf(count, 'checkpoint')} of other branches with more than one writer: one node writes for all.`;
    case 'pending-interrupts':
      return `${countOf(count, 'pending interrupt')}. A run of the clone raises ${count === 1 ? 'it' : 'them'} again.`;
    case 'failed-tasks':
      return `${countOf(count, 'failed task')}. A run of the clone retries ${count === 1 ? 'it' : 'them'} again.`;
    case 'finished-tasks':
      return `${countOf(count, 'finished task')} of the last superstep, which has not ended. A run of the clone runs the whole superstep again.`;
    case 'subgraph-checkpoints':
      return `Checkpoints inside subgraphs, of ${countOf(count, 'task')}.`;
    case 'runs':
      return `${countOf(count, 'run')} with ${count === 1 ? 'its' : 'their'} events.`;
  }
}

export const commonLosses: readonly string[] = [
  'IDs and times of checkpoints. All but inputs are marked as updates.',
  'What each task wrote: checkpoints only contain the resulting values.',
  'Assistant, remembered settings and lifetime of the thread.',
];

export function cloneProgressText({ phase, done, total, attempt }: CloneProgress): string {
  const again = attempt === 1 ? '' : ` Attempt ${attempt}: the last clone differed from its source.`;
  switch (phase) {
    case 'waiting':
      return 'Starting…';
    case 'reading':
      return `Reading the history: ${countOf(done, 'checkpoint')} so far…`;
    case 'writing':
      return done === 0
        ? `Writing ${countOf(total ?? 0, 'checkpoint')}…${again}`
        : `Writing other branches: ${done} of ${countOf(total ?? 0, 'checkpoint')}…${again}`;
    case 'verifying':
      return `Comparing with the source: ${done} of ${countOf(total ?? 0, 'checkpoint')}…${again}`;
  }
}

export function cloneVerdictText({ checkpoints, branches, same, metadataDiffers }: CloneResult): string {
  if (checkpoints === 0)
    return metadataDiffers
      ? 'The thread is cloned, but its metadata differs.'
      : 'The thread is cloned. It has no checkpoints.';
  if (same === checkpoints) {
    const all =
      checkpoints === 1
        ? 'Its only checkpoint equals'
        : `All ${checkpoints} checkpoints${branches === 1 ? '' : ` on ${branches} branches`} equal`;
    return `${all} the source, value by value${metadataDiffers ? ', but its metadata differs' : ''}.`;
  }
  return `${same} of ${countOf(checkpoints, 'checkpoint')} ${same === 1 ? 'equals' : 'equal'} the source. The others differ.`;
}

export function differencePlace({ branch, position }: CloneDifference): string {
  return branch === 1 ? `Checkpoint ${position}` : `Checkpoint ${position} of branch ${branch}`;
}

export function differenceText({ checkpointId, keys, missingNext, extraNext }: CloneDifference): string {
  if (checkpointId === null) return 'The clone does not contain it.';
  const parts = [
    keys.length === 0 ? null : `different ${keys.length === 1 ? 'value' : 'values'} of ${keys.join(', ')}`,
    missingNext.length === 0 ? null : `does not run ${missingNext.join(', ')} next`,
    extraNext.length === 0 ? null : `also runs ${extraNext.join(', ')} next`,
  ];
  const text = parts.filter((part) => part !== null).join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
