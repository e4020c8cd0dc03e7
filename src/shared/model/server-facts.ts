import { z } from 'zod';

/** A route that a server describes, with `method` in capitals. `summary`: The description's own words; `null` without. */
export const ServerRoute = z.strictObject({
  method: z.string(),
  path: z.string(),
  summary: z.string().nullable(),
});
export type ServerRoute = z.infer<typeof ServerRoute>;

/** Areas of the API, as they are listed. */
export const routeAreas = ['assistants', 'threads', 'runs', 'crons', 'store', 'system'] as const;

/**
 * What a server's `/openapi.json` lists.
 *
 * - `areas`: Number of routes by area; `null` if the description is only of routes that are not the API's.
 * - `custom`: Routes that are not part of the API, up to `maxCustomRoutes`.
 * - `mcpUrl`: Address of the MCP endpoint; `null` if none is listed.
 * - `a2aUrl`: Address of the A2A endpoint, with `{assistant_id}` in it; `null` if none is listed.
 */
export const ServerRoutesSummary = z.strictObject({
  areas: z.record(z.enum(routeAreas), z.number()).nullable(),
  custom: z.array(ServerRoute),
  isCut: z.boolean(),
  mcpUrl: z.string().nullable(),
  a2aUrl: z.string().nullable(),
});
export type ServerRoutesSummary = z.infer<typeof ServerRoutesSummary>;

/**
 * What a server says about itself beside its capabilities. Texts are the server's own, and bounded.
 *
 * - `flags`: Flags of `GET /info`, with values as text.
 * - `routes` is `null` if there is no usable description; `noRoutes` says why.
 * - `pageLimit`: The largest page that the server accepted after refusing a larger one; `null` if it refused none yet.
 */
export const ServerFacts = z.strictObject({
  flags: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  routes: ServerRoutesSummary.nullable(),
  noRoutes: z.string().nullable(),
  pageLimit: z.number().nullable(),
});
export type ServerFacts = z.infer<typeof ServerFacts>;
