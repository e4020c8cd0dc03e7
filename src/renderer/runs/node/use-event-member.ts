import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { memberText } from 'exact-json';
import type { RunFrame } from '../../../shared/model/run.ts';
import type { RunLogStore } from '../model/run-log-store.ts';
import { subscribeToNothing } from '../../rpc/subscribe-to-nothing.ts';

export interface EventText {
  // `null` while loading, and if the event has no such member.
  readonly text: string | null;
  readonly isLoading: boolean;
  readonly problem: unknown;
  // The size of an event that is too long to be taken apart unasked, in bytes; else `null`.
  readonly tooLarge: number | null;
}

// Events up to this size are taken apart within a frame of the screen, in bytes.
export const defaultEventBytes = 1_000_000;

// The text of a member of an event's payload, exactly as it was sent. Payloads that are not in memory are
// loaded. `seq: null` reads nothing. `maxBytes`: longer events are left alone.
export function useEventMember(
  log: RunLogStore | null,
  wantedSeq: number | null,
  member: string,
  maxBytes: number = defaultEventBytes,
): EventText {
  const size = log === null || wantedSeq === null ? 0 : (log.get().frames.facts(wantedSeq)?.length ?? 0);
  const isTooLarge = size > maxBytes;
  const seq = isTooLarge ? null : wantedSeq;
  const isHere = useSyncExternalStore(
    log?.subscribe ?? subscribeToNothing,
    () => log !== null && seq !== null && log.get().frames.has(seq),
  );
  const [failed, setFailed] = useState<{ readonly seq: number; readonly problem: unknown } | null>(null);
  const isWanted = log !== null && seq !== null;
  useEffect(() => {
    if (log === null || seq === null || isHere) return;
    let isCurrent = true;
    log
      .get()
      .load(seq, seq + 1)
      .catch((problem: unknown) => (isCurrent ? setFailed({ seq, problem }) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [log, seq, isHere]);
  const text = useMemo(() => {
    const frame = isHere && log !== null && seq !== null ? log.get().frames.frame(seq) : undefined;
    return frame === undefined ? null : eventMember(frame, member);
  }, [log, seq, isHere, member]);
  const problem = failed !== null && failed.seq === seq ? failed.problem : null;
  const isLoading = isWanted && !isHere && problem === null;
  return { text, isLoading, problem, tooLarge: isTooLarge ? size : null };
}

// A member of a payload, or of the content of a `debug` event; `null` for a payload that is not JSON.
export function eventMember({ mode, text }: Pick<RunFrame, 'mode' | 'text'>, member: string): string | null {
  try {
    return memberText(mode === 'debug' ? (memberText(text, 'payload') ?? '{}') : text, member);
  } catch {
    return null;
  }
}
