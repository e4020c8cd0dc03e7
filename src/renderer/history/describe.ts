import type { CheckpointSummary } from '../../shared/model/thread.ts';

/** What wrote a checkpoint, in as few words as a row has room for. */
export function writerOf({ source, writers, step }: CheckpointSummary): string {
  if (writers.length > 0 && source === 'loop') return writers.join(', ');
  switch (source) {
    case 'input':
      return 'input';
    case 'update':
      return writers.length > 0 ? `edited as ${writers.join(', ')}` : 'edited';
    case 'fork':
      return 'copied';
    case 'loop':
      // Step 0 takes the input in; no node of the graph has written yet.
      return step === 0 ? 'start' : 'step';
    case 'unknown':
      return 'written';
  }
}

/**
 * What a row says behind its name: that it waits or failed, else the keys that changed. Once something was written on
 * top of it (`continued`), what it asked is over.
 */
export function changeOf(
  { interrupts, failed, changedKeys, next }: CheckpointSummary,
  continued: boolean,
): string {
  if (failed) return 'failed';
  if (interrupts > 0) {
    const waits = continued ? 'waited' : next.length > 1 ? 'wait' : 'waits';
    return `${next.join(', ')} ${waits}`.trim();
  }
  if (changedKeys === null || changedKeys.length === 0) return next.length === 0 ? 'end' : '';
  return changedKeys.join(', ');
}
