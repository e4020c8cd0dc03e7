import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';
import { checkpointOriginLabel } from '../../domain/checkpoint.ts';

/** What wrote a checkpoint, in as few words as a row has room for. */
export function checkpointTitle({ source, writers, step, start }: CheckpointSummary): string {
  return checkpointOriginLabel({ source, writers, isStart: start === true || step === 0 });
}

/**
 * What a row says behind its name: that it waits or failed, else the keys that changed. Once something was written on
 * top of it (`continued`), what it asked is over.
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
