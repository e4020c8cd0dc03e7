import { z } from 'zod';

/** A route that a server describes, with `method` in capitals. */
export const ServerRoute = z.strictObject({
  method: z.string(),
  path: z.string(),
  /** The description's own words; `null` without. */
  summary: z.string().nullable(),
});
export type ServerRoute = z.infer<typeof ServerRoute>;

/** Areas of the API, as they are listed. */
export const routeAreas = ['assistants', 'threads', 'runs', 'crons', 'store', 'system'] as const;

/** What a server's `/openapi.json` lists. */
export const ServerRoutesSummary = z.strictObject({
  /** Number of routes by area; `null` if the description is only of routes that are not the API's. */
  areas: z.record(z.enum(routeAreas), z.number()).nullable(),
  /** Routes that are not part of the API, up to `maxCustomRoutes`. */
  custom: z.array(ServerRoute),
  /** Whether there are more. */
  isCut: z.boolean(),
  /** Address of the MCP endpoint; `null` if none is listed. */
  mcpUrl: z.string().nullable(),
  /** Address of the A2A endpoint, with `{assistant_id}` in it; `null` if none is listed. */
  a2aUrl: z.string().nullable(),
});
export type ServerRoutesSummary = z.infer<typeof ServerRoutesSummary>;

/** What a server says about itself beside its capabilities. Texts are the server's own, and bounded. */
export const ServerFacts = z.strictObject({
  /** Flags of `GET /info`, with values as text. */
  flags: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** `null` if there is no usable description; `noRoutes` says why. */
  routes: ServerRoutesSummary.nullable(),
  noRoutes: z.string().nullable(),
  /** The largest page that the server accepted after refusing a larger one; `null` if it refused none yet. */
  pageLimit: z.number().nullable(),
});
export type ServerFacts = z.infer<typeof ServerFacts>;
