import * as z from 'zod/mini';
import { useCallback, useMemo } from 'react';
import { draftKey, useDraft } from '../storage/drafts.ts';
import type { FlowDirection } from './model/layout-types.ts';
import type { XrayLevel } from './model/visible-graph.ts';

/** The overlay: the path taken, the critical path, or the time or tokens of each node. */
export const OverlayMode = z.enum(['off', 'observed', 'bottleneck', 'time', 'tokens']);
export type OverlayMode = z.infer<typeof OverlayMode>;

/** The displayed run, the turn of the displayed checkpoint with all its runs, or all that ran on the thread. */
export const OverlayScope = z.enum(['run', 'turn', 'thread']);
export type OverlayScope = z.infer<typeof OverlayScope>;

export const OverlayChoice = z.object({ mode: OverlayMode, scope: OverlayScope });
export type OverlayChoice = z.infer<typeof OverlayChoice>;

// Serializes a preference. `parse` gets `null` if none is stored, and treats invalid text as none.
export interface PreferenceFormat<Choice> {
  readonly parse: (text: string | null) => Choice;
  readonly text: (choice: Choice) => string;
}

export function usePreference<Choice>(
  parts: readonly string[],
  form: PreferenceFormat<Choice>,
): readonly [Choice, (choice: Choice) => void] {
  const [text, write] = useDraft(draftKey('graph', ...parts));
  const choice = useMemo(() => form.parse(text), [form, text]);
  const choose = useCallback((next: Choice) => write(form.text(next)), [form, write]);
  return [choice, choose];
}

// The x-ray level of an assistant's graph: `all` or an integer from 0; `null` if none was chosen.
export const xrayLevelPreference: PreferenceFormat<XrayLevel | null> = {
  parse: (text) => {
    if (text === 'all') return 'all';
    return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
  },
  text: String,
};

export type DirectionChoice = FlowDirection | 'auto';

export const directionPreference: PreferenceFormat<DirectionChoice> = {
  parse: (text) => (text === 'right' || text === 'down' ? text : 'auto'),
  text: String,
};

export const followPreference: PreferenceFormat<boolean> = {
  parse: (text) => text !== 'off',
  text: (isOn) => (isOn ? 'on' : 'off'),
};

export const overlayPreference: PreferenceFormat<OverlayChoice> = {
  parse: (text) => {
    try {
      return OverlayChoice.parse(JSON.parse(text ?? 'null'));
    } catch {
      return { mode: 'off', scope: 'run' };
    }
  },
  text: (choice) => JSON.stringify(choice),
};
