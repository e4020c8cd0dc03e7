import { z } from 'zod';

/** An assistant: a graph with a configuration. Texts are JSON as the server sent it. */
export const Assistant = z.strictObject({
  assistantId: z.string(),
  graphId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  version: z.number().nullable(),
  /** True for a graph's default assistant (`metadata.created_by == "system"`). */
  bySystem: z.boolean(),
  updatedAt: z.string().nullable(),
  configText: z.string(),
  contextText: z.string(),
});
export type Assistant = z.infer<typeof Assistant>;

/**
 * JSON Schemas of an assistant, as text; `null` where the server has none (`GET /assistants/{id}/schemas`).
 */
export const AssistantSchemas = z.strictObject({
  inputText: z.string().nullable(),
  outputText: z.string().nullable(),
  stateText: z.string().nullable(),
  contextText: z.string().nullable(),
  /** Schema of the config's `configurable`. */
  configText: z.string().nullable(),
});
export type AssistantSchemas = z.infer<typeof AssistantSchemas>;
