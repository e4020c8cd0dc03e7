import { z } from 'zod';

/** What is laid over the graph: the path, or how much time or how many tokens each node took. */
export const OverlayMode = z.enum(['off', 'observed', 'time', 'tokens']);
export type OverlayMode = z.infer<typeof OverlayMode>;

/** Of what: the run on show, or all runs of the thread. */
export const OverlayScope = z.enum(['run', 'thread']);
export type OverlayScope = z.infer<typeof OverlayScope>;

const Choice = z.object({ mode: OverlayMode, scope: OverlayScope });
export type OverlayChoice = z.infer<typeof Choice>;

const key = 'studio.graph-overlay';
const usual: OverlayChoice = { mode: 'off', scope: 'run' };

/** The remembered overlay, for all graphs; none when storage can't be read or holds something else. */
export function readOverlay(): OverlayChoice {
  try {
    return Choice.parse(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return usual;
  }
}

/** Remembers an overlay. Storage that is full or switched off only means that it is forgotten. */
export function keepOverlay(choice: OverlayChoice): void {
  try {
    localStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // It holds for as long as the window is open.
  }
}
