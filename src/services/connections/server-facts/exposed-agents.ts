import { isUnsupportedRoute, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../../shared/app-error.ts';
import type { AgentProtocol, ExposedAgents } from '../../../shared/model/server-facts.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { askMcp } from './ask-mcp.ts';
import { clip } from './route-summary.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

const maxTools = 100;
const maxCards = 20;
const maxIdLength = 1000;

/**
 * What programs find on a server by a protocol: the list of tools (MCP), or the cards of its first assistants (A2A).
 * Nothing runs. Rejects if the server has no such route, refuses, or answers with something else.
 */
export function readExposedAgents(
  client: GraphClient,
  protocol: AgentProtocol,
  signal: AbortSignal,
): Promise<ExposedAgents> {
  return protocol === 'mcp' ? readTools(client, signal) : readCards(client, signal);
}

async function readTools(client: GraphClient, signal: AbortSignal): Promise<ExposedAgents> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const reply = await readObject(askMcp(client, JSON.stringify(message), { purpose, signal }), 'MCP');
  const failure = nonEmptyStringOrNull(recordOrEmpty(reply['error'])['message']);
  if (failure !== null)
    throw new AppError('protocol', `The server refused to list its tools: ${clip(failure)}`);
  const { tools, nextCursor } = recordOrEmpty(reply['result']);
  if (!Array.isArray(tools)) throw notProtocol('MCP');
  return {
    agents: tools
      .slice(0, maxTools)
      .map((tool) => agentOf(tool, nonEmptyStringOrNull(recordOrEmpty(tool)['name']) ?? '')),
    isCut: tools.length > maxTools || nonEmptyStringOrNull(nextCursor) !== null,
  };
}

async function readCards(client: GraphClient, signal: AbortSignal): Promise<ExposedAgents> {
  const options = { purpose, signal };
  const assistants = await client.assistants.search({ limit: maxCards + 1 }, options);
  const agents = await Promise.all(
    assistants.slice(0, maxCards).map(async ({ assistant_id: id }) => {
      const path = `/.well-known/agent-card.json?assistant_id=${encodeURIComponent(id)}`;
      const card = await readObject(client.meta.read({ method: 'GET', path }, options), 'A2A');
      if (nonEmptyStringOrNull(card['name']) === null) throw notProtocol('A2A');
      return agentOf(card, id);
    }),
  );
  return { agents, isCut: assistants.length > maxCards };
}

const purpose = 'connections.exposedAgents';

async function readObject(
  reading: Promise<string>,
  name: string,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await reading.catch((error: unknown) => {
    if (isUnsupportedRoute(error)) throw new AppError('unsupported', `This server has no ${name} endpoint.`);
    throw error;
  });
  try {
    return recordOrEmpty(JSON.parse(text));
  } catch {
    throw notProtocol(name);
  }
}

function agentOf(value: unknown, id: string): ExposedAgents['agents'][number] {
  const { name, description } = recordOrEmpty(value);
  const text = nonEmptyStringOrNull(description);
  return {
    id: id.slice(0, maxIdLength),
    name: clip(nonEmptyStringOrNull(name) ?? 'unnamed'),
    description: text === null ? null : clip(text),
  };
}

function notProtocol(name: string): AppError {
  return new AppError('protocol', `The endpoint answered with something other than ${name}.`);
}
