import { memberText } from '../../../exact-json/scan/object-members.ts';
import type { RunFrame } from '../../../shared/model/runs/run.ts';
import { arrayItems, parseJson } from './json-access.ts';
import { namespaceLevels, type NamespaceLevel } from './namespace.ts';

/** What a checkpoint in a run's stream says about what is about to run. */
export interface CheckpointFrame {
  /** The subgraphs around it, outermost first; none for the graph itself. */
  readonly around: readonly NamespaceLevel[];
  /** Names of the nodes that run next. */
  readonly next: readonly string[];
}

/** Reads a `checkpoints` frame, or the checkpoint that a `debug` frame wraps; `null` for other frames. Values are passed over. */
export function readCheckpoint(frame: RunFrame): CheckpointFrame | null {
  try {
    const text = checkpointText(frame);
    const nextText = text === null ? null : memberText(text, 'next');
    if (nextText === null) return null;
    const next = arrayItems(parseJson(nextText)).filter((name) => typeof name === 'string');
    return { around: namespaceLevels(frame.namespace), next: next.filter((name) => name !== '__start__') };
  } catch {
    // Not JSON (row R-12).
    return null;
  }
}

function checkpointText({ mode, text }: RunFrame): string | null {
  if (mode === 'checkpoints') return text;
  if (mode !== 'debug') return null;
  return memberText(text, 'type') === '"checkpoint"' ? memberText(text, 'payload') : null;
}
