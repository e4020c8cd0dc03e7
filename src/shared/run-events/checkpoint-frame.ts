import { memberText } from 'exact-json';
import type { RunFrame } from '../model/run.ts';
import { arrayItems, parseJson } from './json-access.ts';
import { namespaceLevels, type NamespaceLevel } from './namespace.ts';

/** What a checkpoint in a run's stream says about the next nodes. */
export interface CheckpointFrame {
  /** The enclosing subgraphs, outermost first; empty for the root graph. */
  readonly around: readonly NamespaceLevel[];
  readonly next: readonly string[];
}

/** Parses a `checkpoints` frame, or the checkpoint in a `debug` frame; `null` for other frames. Skips the values. */
export function readCheckpoint(frame: RunFrame): CheckpointFrame | null {
  try {
    const text = checkpointText(frame);
    const nextText = text === null ? null : memberText(text, 'next');
    if (nextText === null) return null;
    const next = arrayItems(parseJson(nextText)).filter((name) => typeof name === 'string');
    return { around: namespaceLevels(frame.namespace), next: next.filter((name) => name !== '__start__') };
  } catch {
    // Not JSON.
    return null;
  }
}

function checkpointText({ mode, text }: RunFrame): string | null {
  if (mode === 'checkpoints') return text;
  if (mode !== 'debug') return null;
  return memberText(text, 'type') === '"checkpoint"' ? memberText(text, 'payload') : null;
}
