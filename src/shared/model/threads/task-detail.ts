import { z } from 'zod';

/** What a checkpoint stores of one of its tasks (docs/protocol.md, State object). Texts are as the server sent them. */
export const TaskDetail = z.strictObject({
  taskId: z.string(),
  name: z.string(),
  /** What the task wrote, as JSON; `null` if the server stores none: it failed, waits, or has not run. */
  resultText: z.string().nullable(),
  /** The server's own text of its failure; `null` without one. */
  errorText: z.string().nullable(),
  interrupts: z.array(z.strictObject({ id: z.string().nullable(), valueText: z.string() })),
  /** Where in its superstep it came from, as JSON; `null` if the server does not say. */
  pathText: z.string().nullable(),
});
export type TaskDetail = z.infer<typeof TaskDetail>;
