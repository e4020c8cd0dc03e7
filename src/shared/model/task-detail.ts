import { z } from 'zod';

/**
 * What a checkpoint stores of one of its tasks (docs/protocol.md, State object). Texts are as the server sent them.
 *
 * - `resultText`: What the task wrote, as JSON; `null` if the server stores none: it failed, waits, or has not run.
 * - `errorText`: The server's own text of its failure; `null` without one.
 * - `pathText`: Where in its superstep it came from, as JSON; `null` if the server does not say.
 */
export const TaskDetail = z.strictObject({
  taskId: z.string(),
  name: z.string(),
  resultText: z.string().nullable(),
  errorText: z.string().nullable(),
  interrupts: z.array(z.strictObject({ id: z.string().nullable(), valueText: z.string() })),
  pathText: z.string().nullable(),
});
export type TaskDetail = z.infer<typeof TaskDetail>;
