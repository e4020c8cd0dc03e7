import type { RunFrame } from '../model/run.ts';
import { payloadPrefix } from './lazy-frame.ts';

/**
 * Whether the run ends with an interrupt. Static breakpoints send the same with an empty list
 * (docs/protocol.md, Payloads by stream mode).
 */
export function isQuestion(frame: RunFrame): boolean {
  if (frame.mode !== 'updates' && frame.mode !== 'values') return false;
  return /^\s*\{\s*"__interrupt__"\s*:\s*\[\s*\{/.test(payloadPrefix(frame, 40));
}
