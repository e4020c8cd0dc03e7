import { z } from 'zod';
import type { Capability, ServerInfo } from '../../../shared/model/connection.ts';
import type { ServerRoutes } from './server-routes.ts';

/**
 * The parts of `GET /info` that the studio reads (docs/protocol.md, Server information); everything else is let
 * through.
 */
const Info = z.looseObject({
  version: z.string().optional().catch(undefined),
  langgraph_js_version: z.string().optional().catch(undefined),
  langgraph_py_version: z.string().optional().catch(undefined),
  context: z.string().optional().catch(undefined),
  flags: z
    .looseObject({ crons: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

const yes: Capability = { available: true, reason: null };
const untold = (what: string, how: string): Capability => ({
  available: null,
  reason: `This server does not say whether it ${what}. ${how}`,
});
const webhooksUntold = untold('calls webhooks', 'A delivery after a run shows it.');
const pruneUntold = untold('can prune threads', 'Trying shows it.');

/** What is assumed of a graph server that does not tell about itself. */
export const unknownServer: ServerInfo = {
  version: null,
  runtime: 'unknown',
  runtimeVersion: null,
  capabilities: {
    assistants: yes,
    crons: { available: null, reason: 'This server does not say whether it has crons.' },
    webhooks: webhooksUntold,
    xrayDepth: {
      available: null,
      reason: 'This server does not say which graph library it runs, so the studio cuts the levels itself.',
    },
    prune: pruneUntold,
  },
};

/** Reads the answer to `GET /info`; `null` when it is not that of a graph server. */
export function readServerInfo(answer: unknown): ServerInfo | null {
  const info = Info.safeParse(answer).data;
  if (!info) return null;
  const { version, langgraph_js_version: js, langgraph_py_version: py, context, flags } = info;
  if (version === undefined && js === undefined && py === undefined && flags === undefined) return null;
  const runtime = context === 'js' || js !== undefined ? 'js' : py !== undefined ? 'python' : 'unknown';
  return {
    version: version ?? null,
    runtime,
    runtimeVersion: js ?? py ?? null,
    capabilities: {
      assistants: yes,
      crons: crons(flags?.crons),
      // Measured on the JavaScript server, which has no description of its routes that could be asked.
      webhooks: runtime === 'js' ? yes : webhooksUntold,
      xrayDepth: xrayDepth(runtime),
      prune:
        runtime === 'js' ? no('A JavaScript server can’t prune threads, only delete them.') : pruneUntold,
    },
  };
}

/** What a server's own description of its routes adds. */
export function withRoutes(info: ServerInfo, routes: ServerRoutes): ServerInfo {
  const told = (known: Capability, has: boolean | null, reason: string): Capability =>
    has === null ? known : has ? yes : no(reason);
  const { capabilities } = info;
  return {
    ...info,
    capabilities: {
      ...capabilities,
      crons: capabilities.crons.available
        ? capabilities.crons
        : told(capabilities.crons, routes.crons, 'This server has no routes for crons.'),
      prune: told(capabilities.prune, routes.prune, 'This server has no route to prune threads.'),
      webhooks: told(capabilities.webhooks, routes.webhooks, 'A run on this server takes no webhook.'),
    },
  };
}

/** A server that answers about threads, and not about assistants. */
export function withoutAssistants(info: ServerInfo): ServerInfo {
  const reason =
    'This server does not offer assistants, and with them no graphs and no schemas. Its threads and runs can be used.';
  return { ...info, capabilities: { ...info.capabilities, assistants: no(reason) } };
}

function crons(flag: boolean | undefined): Capability {
  if (flag === undefined) return unknownServer.capabilities.crons;
  return flag ? yes : no('This server has crons switched off.');
}

/** The JavaScript server knows only two depths: none and all of them (docs/protocol.md, X-ray). */
function xrayDepth(runtime: ServerInfo['runtime']): Capability {
  if (runtime === 'python') return yes;
  if (runtime === 'unknown') return unknownServer.capabilities.xrayDepth;
  return no('A JavaScript server expands no level or every level, so the studio cuts the levels itself.');
}

function no(reason: string): Capability {
  return { available: false, reason };
}
