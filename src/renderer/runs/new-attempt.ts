import type { RunFrame } from '../../shared/model/run.ts';
import { membersOrEmpty, parseJson } from './frames/json-access.ts';

/**
 * Reads the attempts of one run: the number of the attempt that begins with a frame, from 2, and `null` for every other
 * frame. A server that was killed or lost a worker begins the run again; nothing of the attempt before goes on then.
 * Streams that are joined again repeat the number of the attempt that they are in.
 */
export function createAttemptReader(): (frame: Pick<RunFrame, 'mode' | 'text'>) => number | null {
  let current = 1;
  return ({ mode, text }) => {
    if (mode !== 'metadata' || !text.includes('"attempt"')) return null;
    const { attempt } = membersOrEmpty(parseJson(text));
    if (typeof attempt !== 'number' || attempt <= current) return null;
    current = attempt;
    return attempt;
  };
}
