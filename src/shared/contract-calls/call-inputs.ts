import { z } from 'zod';

/* What many calls of the contract take. */

export const nothing = z.strictObject({});
export const onWindow = z.strictObject({ windowId: z.uuid() });
export const onServer = z.strictObject({ connectionId: z.string() });
export const onAssistant = z.strictObject({ connectionId: z.string(), assistantId: z.string() });
export const onThread = z.strictObject({ connectionId: z.string(), threadId: z.string() });
export const onRun = z.strictObject({ connectionId: z.string(), threadId: z.string(), runId: z.string() });
