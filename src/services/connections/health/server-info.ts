import { z } from 'zod';
import type { Capabilities, Capability } from '../../../shared/model/connections/capability.ts';
import type { ServerInfo } from '../../../shared/model/connections/connection.ts';
import type { ServerRoutes } from './server-routes.ts';

/** Fields of `GET /info` that are used (docs/protocol.md, Server information); others pass. */
const Info = z.looseObject({
  version: z.string().optional().catch(undefined),
  langgraph_js_version: z.string().optional().catch(undefined),
  langgraph_py_version: z.string().optional().catch(undefined),
  context: z.string().optional().catch(undefined),
  flags: z
    .looseObject({
      assistants: z.boolean().optional().catch(undefined),
      crons: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

const unreported = (what: string, how = 'Try it to find out.'): Capability => ({
  available: null,
  reason: `This server does not report whether it ${what}. ${how}`,
});

/** Known by the server's own word in `/info`. */
const stated = (available: boolean, reason: string | null = null): Capability => ({
  available,
  reason,
  source: 'info',
});

/** Known of all servers of its kind. */
const measured = (available: boolean, reason: string | null = null): Capability => ({
  available,
  reason,
  source: 'measured',
});

const untold: Capabilities = {
  assistants: unreported('has assistants'),
  assistantVersions: unreported('keeps versions of assistants'),
  threadState: unreported('offers the state of threads'),
  threadHistory: unreported('offers the history of threads'),
  stateUpdates: unreported('takes edits of states'),
  threadCopy: unreported('copies threads'),
  threadCount: unreported('counts threads'),
  prune: unreported('can prune threads'),
  runs: unreported('streams runs'),
  backgroundRuns: unreported('runs in the background'),
  statelessRuns: unreported('runs without a thread'),
  joinRuns: unreported('lets a run be followed that was started elsewhere'),
  cancelRuns: unreported('stops runs'),
  deleteRuns: unreported('deletes runs'),
  threadStream: unreported('streams the runs of a thread as they come'),
  eventStreaming: unreported('offers the event-streaming protocol'),
  store: unreported('has a memory (store)'),
  crons: unreported('supports crons'),
  webhooks: unreported('calls webhooks', 'A delivery after a run will show.'),
  xrayDepth: {
    available: null,
    reason: 'This server does not report its graph library, so the studio limits the depth itself.',
  },
  streamModes: unreported('takes every stream mode', 'A run will show.'),
};

/** Defaults for a server that does not describe itself. */
export const unknownServer: ServerInfo = {
  version: null,
  runtime: 'unknown',
  runtimeVersion: null,
  capabilities: untold,
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
      ...untold,
      ...(flags?.assistants === undefined
        ? {}
        : { assistants: stated(flags.assistants, flags.assistants ? null : noAssistants) }),
      ...(flags?.crons === undefined
        ? {}
        : { crons: stated(flags.crons, flags.crons ? null : 'Crons are disabled on this server.') }),
      ...(runtime === 'js' ? ofJsServers : runtime === 'python' ? { xrayDepth: measured(true) } : {}),
      ...(runtime === 'js' && version === '2.0.0' ? { streamModes: knownFault } : {}),
    },
  };
}

/** Measured: these servers have no route description (docs/protocol.md, Limits of the JavaScript server). */
const ofJsServers: Partial<Capabilities> = {
  webhooks: measured(true),
  prune: measured(false, 'JavaScript servers can’t prune threads, only delete them.'),
  threadStream: measured(false, 'JavaScript servers don’t stream the runs of a thread as they come.'),
  xrayDepth: measured(
    false,
    'JavaScript servers expand no level or every level, so the studio limits the depth itself.',
  ),
};

const knownFault: Capability = measured(
  true,
  'This version fails on values of subgraphs without checkpoints, so the studio asks for both.',
);

const noAssistants =
  'This server does not offer assistants, graphs or schemas. Its threads and runs still work.';

/** Adds what the server's route description says. Its own word in `/info` counts more. */
export function withRoutes(info: ServerInfo, routes: ServerRoutes): ServerInfo {
  const { capabilities } = info;
  const described = [...routes.capabilities].filter(([name]) => capabilities[name].source === undefined);
  return { ...info, capabilities: { ...capabilities, ...Object.fromEntries(described) } };
}

/** Adds whether the server listed its assistants when it was asked. */
export function withAssistants(info: ServerInfo, available: boolean): ServerInfo {
  const reason = available ? null : noAssistants;
  const assistants: Capability = { available, reason, source: 'answer' };
  return { ...info, capabilities: { ...info.capabilities, assistants } };
}
