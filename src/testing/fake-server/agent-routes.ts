import { JsonText } from 'exact-json';
import { agentIds, fakeSchemasJson } from './graph.ts';
import { asRecord, errorResponse, jsonResponse, membersIn, numberIn } from './http.ts';
import type { FakeRequest, FakeResponse } from './http.ts';

const agents = agentIds.map((id) => ({
  agent_id: id,
  name: id,
  description: 'An agent.',
  metadata: new JsonText('{"limit":12345678901234567890}'),
  capabilities: { 'ap.io.messages': false },
}));

/** The routes of agents: a search, one of them, its schemas. There is no graph of them. */
export function agentRoutes(request: FakeRequest, id: string | undefined, place: string): FakeResponse {
  if (id === 'search' && request.method === 'POST') {
    const offset = numberIn(request, 'offset');
    const { name } = membersIn(request);
    const matches = agents.filter((agent) => typeof name !== 'string' || agent.name.includes(name));
    return jsonResponse(matches.slice(offset, offset + (numberIn(request, 'limit') || 10)));
  }
  const agent = agents.find(({ agent_id }) => agent_id === id);
  if (!agent) return errorResponse(404, 'No such agent.');
  if (place === 'GET') return jsonResponse(agent);
  if (place !== 'GET schemas') return errorResponse(404, 'Not Found');
  const { input_schema, output_schema, state_schema, config_schema } = asRecord(fakeSchemasJson);
  return jsonResponse({ agent_id: id, input_schema, output_schema, state_schema, config_schema });
}
