import { z } from 'zod';

/** What is laid over the graph: the path, or how much time or how many tokens each node took. */
export const OverlayMode = z.enum(['off', 'observed', 'time', 'tokens']);
export type OverlayMode = z.infer<typeof OverlayMode>;

/** Of what: the run on show, or all runs of the thread. */
export const OverlayScope = z.enum(['run', 'thread']);
export type OverlayScope = z.infer<typeof OverlayScope>;

export const OverlayChoice = z.object({ mode: OverlayMode, scope: OverlayScope });
export type OverlayChoice = z.infer<typeof OverlayChoice>;
