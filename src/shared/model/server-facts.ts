import { z } from 'zod';

/** A route that a server describes, with `method` in capitals. `summary`: The description's own words; `null` without. */
export const ServerRoute = z.strictObject({
  method: z.string(),
  path: z.string(),
  summary: z.string().nullable(),
});
export type ServerRoute = z.infer<typeof ServerRoute>;

export const routeAreas = ['assistants', 'threads', 'runs', 'crons', 'store', 'system'] as const;

/**
 * What a server's `/openapi.json` lists.
 *
 * - `areas`: Number of routes by area; `null` if the description is only of routes that are not the API's.
 * - `custom`: Routes that are not part of the API, up to `maxCustomRoutes`.
 * - `mcpUrl`: Address of the MCP endpoint; `null` if none is listed.
 * - `metricsUrl`: Address of the metrics; `null` if none is listed. A port of their own is never listed.
 * - `a2aUrl`: Address of the A2A endpoint, with `{assistant_id}` in it; `null` if none is listed.
 */
export const ServerRoutesSummary = z.strictObject({
  areas: z.record(z.enum(routeAreas), z.number()).nullable(),
  custom: z.array(ServerRoute),
  isCut: z.boolean(),
  mcpUrl: z.string().nullable(),
  a2aUrl: z.string().nullable(),
  metricsUrl: z.string().nullable(),
});
export type ServerRoutesSummary = z.infer<typeof ServerRoutesSummary>;

/**
 * A known security hole of a server's version.
 *
 * - `id`: Of the public advisory.
 * - `text`: Who is affected, and how.
 * - `fixedIn`: The first versions without it, newest last.
 */
export const SecurityAdvisory = z.strictObject({
  id: z.string(),
  text: z.string(),
  fixedIn: z.array(z.string()),
});
export type SecurityAdvisory = z.infer<typeof SecurityAdvisory>;

/**
 * What a server says about itself beside its capabilities. Texts are the server's own, and bounded.
 *
 * - `flags`: Flags of `GET /info`, with values as text.
 * - `routes` is `null` if there is no usable description; `noRoutes` says why.
 * - `services`: What `/ok` says of the services that the server needs; `null` if it says nothing.
 * - `advisories`: Of the version that the server says it has.
 * - `pageLimit`: The largest page that the server accepted after refusing a larger one; `null` if it refused none yet.
 */
export const ServerFacts = z.strictObject({
  flags: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  routes: ServerRoutesSummary.nullable(),
  noRoutes: z.string().nullable(),
  services: z.array(z.strictObject({ name: z.string(), status: z.string() })).nullable(),
  advisories: z.array(SecurityAdvisory),
  pageLimit: z.number().nullable(),
});
export type ServerFacts = z.infer<typeof ServerFacts>;

/** Protocols by which other programs reach the assistants of a server. */
export const AgentProtocol = z.enum(['mcp', 'a2a']);
export type AgentProtocol = z.infer<typeof AgentProtocol>;

/**
 * What programs can find by a protocol: tools by MCP, agents by A2A. `id`: what a call names. `isCut`: the server may
 * have more.
 */
export const ExposedAgents = z.strictObject({
  agents: z.array(z.strictObject({ id: z.string(), name: z.string(), description: z.string().nullable() })),
  isCut: z.boolean(),
});
export type ExposedAgents = z.infer<typeof ExposedAgents>;

/** `text`: a message to an agent, or the arguments of a tool as a JSON object. */
export const AgentTrial = z.strictObject({
  protocol: AgentProtocol,
  id: z.string().max(1000),
  text: z.string().max(1_000_000),
});
export type AgentTrial = z.infer<typeof AgentTrial>;

/** `state`: How it ended, in the server's words; `null` if it does not say. */
export const AgentAnswer = z.strictObject({
  text: z.string(),
  isCut: z.boolean(),
  state: z.string().nullable(),
});
export type AgentAnswer = z.infer<typeof AgentAnswer>;
