import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';
import { checkpointOriginLabel } from '../../domain/checkpoint.ts';

/** What wrote a checkpoint, short enough for a row. */
export function checkpointTitle({ source, writers, step, start }: CheckpointSummary): string {
  return checkpointOriginLabel({ source, writers, isStart: start === true || step === 0 });
}

/**
 * The secondary text of a row: interrupted or failed, otherwise the keys that changed. Interrupts of a
 * checkpoint with children (`continued`) are over.
 */
export function checkpointChangeLabel(
  { interrupts, failed, failedNodes = [], changedKeys, next }: CheckpointSummary,
  continued: boolean,
): string {
  if (failed) return `${failedNodes.join(', ')} failed`.trim();
  if (interrupts > 0) {
    const verb = continued ? (next.length > 1 ? 'were ' : 'was ') : '';
    return `${next.join(', ')} ${verb}interrupted`.trim();
  }
  if (changedKeys === null || changedKeys.length === 0) return next.length === 0 ? 'finished' : '';
  return changedKeys.join(', ');
}
