import { truncate } from '../../../shared/truncate.ts';

// UTF-16 units of a reason: a judge writes some sentences.
const maxReasonLength = 1000;

export function truncateReason(text: string): string {
  return truncate(text, maxReasonLength);
}
