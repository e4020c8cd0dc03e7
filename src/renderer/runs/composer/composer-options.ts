import { useMemo } from 'react';
import { RunOptions, defaultRunOptions } from '../../../shared/model/run-options.ts';
import { draftKey, useDraft } from '../../storage/drafts.ts';
import { isRecord } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

/** The stored run options of an assistant. Breakpoints are stored separately, with the graph. */
export interface ComposerOptions extends Omit<RunOptions, 'interruptBefore' | 'interruptAfter'> {
  readonly stateless: boolean;
  readonly background: boolean;
}

const { interruptBefore: _before, interruptAfter: _after, ...defaultBody } = defaultRunOptions;

export const defaultOptions: ComposerOptions = { ...defaultBody, stateless: false, background: false };

/** Parses stored options; missing or invalid ones get their defaults. */
export function parseOptions(text: string | null): ComposerOptions {
  const stored = text === null ? undefined : parseJson(text);
  if (!isRecord(stored)) return defaultOptions;
  const options = Object.entries(defaultBody).map(([key, usual]) => {
    const read = RunOptions.shape[key as keyof typeof defaultBody].safeParse(stored[key]);
    return [key, read.success ? read.data : usual];
  });
  return {
    ...(Object.fromEntries(options) as typeof defaultBody),
    stateless: stored['stateless'] === true,
    background: stored['background'] === true,
  };
}

/** The names of the options that differ from the defaults. */
export function changedOptions(options: ComposerOptions): readonly (keyof ComposerOptions)[] {
  const names = Object.keys(defaultOptions) as (keyof ComposerOptions)[];
  return names.filter((name) => JSON.stringify(options[name]) !== JSON.stringify(defaultOptions[name]));
}

/** Whether an option replaces a setting of the assistant, which has a tab of its own. */
export function isAssistantOption(name: keyof ComposerOptions): boolean {
  return name === 'configText' || name === 'contextText';
}

export type ChangeOptions = (next: Partial<ComposerOptions>) => void;

export function useRunOptions(connectionId: string, assistantId: string) {
  const [text, write] = useDraft(draftKey('run-options', connectionId, assistantId));
  const options = useMemo(() => parseOptions(text), [text]);
  const change: ChangeOptions = (next) => {
    const changed = { ...options, ...next };
    write(changedOptions(changed).length === 0 ? null : JSON.stringify(changed));
  };
  return [options, change] as const;
}
