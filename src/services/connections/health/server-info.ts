import { z } from 'zod';
import type { Capability, ServerInfo } from '../../../shared/model/connections/connection.ts';
import type { ServerRoutes } from './server-routes.ts';

/** Fields of `GET /info` that are used (docs/protocol.md, Server information); others pass. */
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
const unreported = (what: string, how: string): Capability => ({
  available: null,
  reason: `This server does not report whether it ${what}. ${how}`,
});
const webhooksUntold = unreported('calls webhooks', 'A delivery after a run will show.');
const pruneUntold = unreported('can prune threads', 'Try it to find out.');

/** Defaults for a server that does not describe itself. */
export const unknownServer: ServerInfo = {
  version: null,
  runtime: 'unknown',
  runtimeVersion: null,
  capabilities: {
    assistants: yes,
    crons: { available: null, reason: 'This server does not report whether it supports crons.' },
    webhooks: webhooksUntold,
    xrayDepth: {
      available: null,
      reason: 'This server does not report its graph library, so the studio limits the depth itself.',
    },
    prune: pruneUntold,
  },
};

/** Parses a `GET /info` response; `null` if it is not a graph server's. */
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
      // Measured on the JavaScript server, which has no route description.
      webhooks: runtime === 'js' ? yes : webhooksUntold,
      xrayDepth: xrayDepth(runtime),
      prune: runtime === 'js' ? no('JavaScript servers can’t prune threads, only delete them.') : pruneUntold,
    },
  };
}

/** Adds what the server's route description says. */
export function withRoutes(info: ServerInfo, routes: ServerRoutes): ServerInfo {
  const reported = (known: Capability, has: boolean | null, reason: string): Capability =>
    has === null ? known : has ? yes : no(reason);
  const { capabilities } = info;
  return {
    ...info,
    capabilities: {
      ...capabilities,
      crons: capabilities.crons.available
        ? capabilities.crons
        : reported(capabilities.crons, routes.crons, 'This server does not support crons.'),
      prune: reported(capabilities.prune, routes.prune, 'This server does not support pruning threads.'),
      webhooks: reported(
        capabilities.webhooks,
        routes.webhooks,
        'Runs on this server do not support webhooks.',
      ),
    },
  };
}

/** For a server that has threads but no assistants. */
export function withoutAssistants(info: ServerInfo): ServerInfo {
  const reason = 'This server does not offer assistants, graphs or schemas. Its threads and runs still work.';
  return { ...info, capabilities: { ...info.capabilities, assistants: no(reason) } };
}

function crons(flag: boolean | undefined): Capability {
  if (flag === undefined) return unknownServer.capabilities.crons;
  return flag ? yes : no('Crons are disabled on this server.');
}

/** The JavaScript server knows two depths only: none and all (docs/protocol.md, X-ray). */
function xrayDepth(runtime: ServerInfo['runtime']): Capability {
  if (runtime === 'python') return yes;
  if (runtime === 'unknown') return unknownServer.capabilities.xrayDepth;
  return no('JavaScript servers expand no level or every level, so the studio limits the depth itself.');
}

function no(reason: string): Capability {
  return { available: false, reason };
}
