import { z } from 'zod';
import type { Capability, ServerInfo } from '../../shared/model/connection.ts';

/** The parts of `GET /info` that the studio reads (protocol, section 2.8); everything else is let through. */
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

/** What is assumed of a graph server that does not tell about itself. */
export const unknownServer: ServerInfo = {
  version: null,
  runtime: 'unknown',
  runtimeVersion: null,
  capabilities: {
    crons: no('This server does not say whether it has crons.'),
    webhooks: yes,
    xrayDepth: no(
      'This server does not say which graph library it runs, so the studio cuts the levels itself.',
    ),
    prune: yes,
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
      crons: crons(flags?.crons),
      webhooks: yes,
      xrayDepth: xrayDepth(runtime),
      prune: runtime === 'js' ? no('A JavaScript server can’t prune threads, only delete them.') : yes,
    },
  };
}

function crons(flag: boolean | undefined): Capability {
  if (flag === undefined) return unknownServer.capabilities.crons;
  return flag ? yes : no('This server has crons switched off.');
}

/** The JavaScript server knows only two depths: none and all of them (protocol, section 0). */
function xrayDepth(runtime: ServerInfo['runtime']): Capability {
  if (runtime === 'python') return yes;
  if (runtime === 'unknown') return unknownServer.capabilities.xrayDepth;
  return no('A JavaScript server expands no level or every level, so the studio cuts the levels itself.');
}

function no(reason: string): Capability {
  return { available: false, reason };
}
