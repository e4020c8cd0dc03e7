import { z } from 'zod';

/**
 * An assistant: a graph with a configuration. Texts are JSON as the server sent it.
 *
 * - `bySystem`: True for a graph's default assistant (`metadata.created_by == "system"`).
 */
export const Assistant = z.strictObject({
  assistantId: z.string(),
  graphId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  version: z.number().nullable(),
  bySystem: z.boolean(),
  updatedAt: z.string().nullable(),
  configText: z.string(),
  contextText: z.string(),
});
export type Assistant = z.infer<typeof Assistant>;

/**
 * JSON Schemas of an assistant, as text; `null` where the server has none (`GET /assistants/{id}/schemas`).
 *
 * - `configText`: Schema of the config's `configurable`.
 */
export const AssistantSchemas = z.strictObject({
  inputText: z.string().nullable(),
  outputText: z.string().nullable(),
  stateText: z.string().nullable(),
  contextText: z.string().nullable(),
  configText: z.string().nullable(),
});
export type AssistantSchemas = z.infer<typeof AssistantSchemas>;

/** What can be set of an assistant. Texts are JSON objects, sent verbatim. */
export const AssistantSettings = z.strictObject({
  name: z.string().min(1).max(500),
  description: z.string().max(10_000).nullable(),
  configText: z.string().max(1_000_000),
  contextText: z.string().max(1_000_000),
});
export type AssistantSettings = z.infer<typeof AssistantSettings>;

/** A saved version. `createdBy`: what its metadata says of who saved it; most servers say nothing. */
export const AssistantVersion = z.strictObject({
  version: z.number(),
  createdAt: z.string().nullable(),
  createdBy: z.string().nullable(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  configText: z.string(),
  contextText: z.string(),
});
export type AssistantVersion = z.infer<typeof AssistantVersion>;

/** `isCut`: there are older ones. */
export const AssistantVersions = z.strictObject({ versions: z.array(AssistantVersion), isCut: z.boolean() });
export type AssistantVersions = z.infer<typeof AssistantVersions>;
