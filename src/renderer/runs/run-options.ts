import { useMemo } from 'react';
import { draftKey, useDraft } from '../client/drafts.ts';
import { itemsOf, membersOf, parseJson } from './frame-json.ts';

/** How the next run is to go. Kept per assistant. */
export interface RunOptions {
  /** Ask the server to report the end to the studio's listener. */
  readonly webhook: boolean;
  readonly interruptBefore: readonly string[];
  readonly interruptAfter: readonly string[];
}

const usual: RunOptions = { webhook: false, interruptBefore: [], interruptAfter: [] };

/** Reads stored options; what is missing or of another form is as usual. */
export function parseOptions(text: string | null): RunOptions {
  const stored = text === null ? {} : membersOf(parseJson(text));
  const names = (value: unknown): string[] => itemsOf(value).filter((one) => typeof one === 'string');
  return {
    webhook: stored['webhook'] === true,
    interruptBefore: names(stored['interruptBefore']),
    interruptAfter: names(stored['interruptAfter']),
  };
}

/** How many options differ from the usual ones. */
export function changedOptions(options: RunOptions): number {
  return (
    (options.webhook === usual.webhook ? 0 : 1) +
    (options.interruptBefore.length > 0 ? 1 : 0) +
    (options.interruptAfter.length > 0 ? 1 : 0)
  );
}

export function useRunOptions(connectionId: string, assistantId: string) {
  const [text, write] = useDraft(draftKey('run-options', connectionId, assistantId));
  const options = useMemo(() => parseOptions(text), [text]);
  const setOptions = (next: Partial<RunOptions>): void => write(JSON.stringify({ ...options, ...next }));
  return [options, setOptions] as const;
}
