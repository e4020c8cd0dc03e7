import { z } from 'zod';
import { useCallback, useMemo } from 'react';
import { draftKey, useDraft } from '../storage/drafts.ts';
import type { FlowDirection } from './model/layout-types.ts';
import type { XrayLevel } from './model/visible-graph.ts';

/** What is laid over the graph: the path, or how much time or how many tokens each node took. */
export const OverlayMode = z.enum(['off', 'observed', 'time', 'tokens']);
export type OverlayMode = z.infer<typeof OverlayMode>;

/** Of what: the run on show, or all runs of the thread. */
export const OverlayScope = z.enum(['run', 'thread']);
export type OverlayScope = z.infer<typeof OverlayScope>;

export const OverlayChoice = z.object({ mode: OverlayMode, scope: OverlayScope });
export type OverlayChoice = z.infer<typeof OverlayChoice>;

/** How a choice is kept as a text. `parse` gets `null` when there is none, and takes what it can't read for none. */
export interface PreferenceFormat<Choice> {
  readonly parse: (text: string | null) => Choice;
  readonly text: (choice: Choice) => string;
}

/** Something that was chosen for the picture of a graph, kept where drafts are. `form` has to stay the same object. */
export function usePreference<Choice>(
  parts: readonly string[],
  form: PreferenceFormat<Choice>,
): readonly [Choice, (choice: Choice) => void] {
  const [text, write] = useDraft(draftKey('graph', ...parts));
  const choice = useMemo(() => form.parse(text), [form, text]);
  const choose = useCallback((next: Choice) => write(form.text(next)), [form, write]);
  return [choice, choose];
}

/** The x-ray level of one assistant's graph: `all` or a whole number from 0; `null` while none was chosen. */
export const xrayLevelPreference: PreferenceFormat<XrayLevel | null> = {
  parse: (text) => {
    if (text === 'all') return 'all';
    return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
  },
  text: String,
};

/** The direction in which all graphs are drawn. */
export const directionPreference: PreferenceFormat<FlowDirection> = {
  parse: (text) => (text === 'right' ? 'right' : 'down'),
  text: String,
};

/** What is laid over all graphs. */
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
