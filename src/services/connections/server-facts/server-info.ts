import { z } from 'zod';
import type { Capability } from '../../../shared/model/capability.ts';
import type { ServerInfo } from '../../../shared/model/connection.ts';
import { knownCapability, unreportedCapabilities } from './capability-sentences.ts';
import { knownCapabilities } from './known-servers.ts';
import type { ServerRoutes } from './server-routes.ts';

// Fields of `GET /info` that are used (docs/protocol.md, Server information); others pass.
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

export const unknownServer: ServerInfo = {
  version: null,
  runtime: 'unknown',
  runtimeVersion: null,
  capabilities: unreportedCapabilities,
};

// Parses a `GET /info` response; `null` if it is not a graph server's.
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
      ...unreportedCapabilities,
      ...(flags?.assistants === undefined
        ? {}
        : { assistants: knownCapability('assistants', flags.assistants, 'info') }),
      ...(flags?.crons === undefined ? {} : { crons: cronsByFlag(flags.crons) }),
      ...knownCapabilities({ runtime, version: version ?? null }),
    },
  };
}

function cronsByFlag(available: boolean): Capability {
  return { available, reason: available ? null : 'Crons are disabled on this server.', source: 'info' };
}

/** Changes when a server becomes another one. */
export function versionOf({ runtime, version, runtimeVersion }: ServerInfo): string {
  return `${runtime} ${version} ${runtimeVersion}`;
}

// Adds what the server's route description says. Its own word in `/info` counts more.
export function withRoutes(info: ServerInfo, routes: ServerRoutes): ServerInfo {
  const { capabilities } = info;
  const described = [...routes.capabilities].filter(([name]) => capabilities[name].source === undefined);
  return { ...info, capabilities: { ...capabilities, ...Object.fromEntries(described) } };
}

export function withAssistants(info: ServerInfo, available: boolean): ServerInfo {
  const assistants = knownCapability('assistants', available, 'answer');
  return { ...info, capabilities: { ...info.capabilities, assistants } };
}
