import { JsonText } from '../exact-json/json-text.ts';
import { graphJson, schemasJson } from './stand-in-server-graph.ts';
import {
  detail,
  json,
  numberIn,
  type StandInAnswer,
  type StandInRequest,
  type StandInWorld,
} from './stand-in-server-http.ts';
import { pythonTime } from './stand-in-server-threads.ts';

export const assistantId = '11111111-2222-5333-8444-555555555555';

const assistant = {
  assistant_id: assistantId,
  graph_id: 'exact',
  name: 'exact',
  description: null,
  version: 1,
  config: new JsonText('{"configurable":{"limit":12345678901234567890}}'),
  context: {},
  metadata: { created_by: 'system' },
  created_at: pythonTime(),
  updated_at: pythonTime(),
};

/** The routes of assistants. Only one assistant is real; the others fill the list. */
export function assistants(
  world: StandInWorld,
  request: StandInRequest,
  id: string | undefined,
  place: string,
): StandInAnswer {
  if (id === 'search') {
    const offset = numberIn(request, 'offset');
    const count = Math.max(0, Math.min(numberIn(request, 'limit') || 10, world.faults.assistants - offset));
    return json(Array.from({ length: count }, (_, index) => assistantAt(offset + index)));
  }
  if (place === 'POST versions') {
    if (world.profile.postedReads === 'create') world.createdByReads.push(`POST ${request.path}`);
    return json([assistant]);
  }
  if (place === 'GET versions' && world.profile.postedReads === 'create') return json([assistant]);
  if (id !== assistantId && id !== 'exact') return detail(404, `Assistant '${id ?? ''}' not found`);
  if (place === 'GET graph') return json(world.faults.graph ?? graphJson);
  if (place === 'GET schemas') return json(world.faults.schemas ?? schemasJson);
  return place === 'GET' ? json(assistant) : detail(404, 'Not Found');
}

/** The first one is the real one; the others only fill the list. */
function assistantAt(index: number): object {
  if (index === 0) return assistant;
  return { ...assistant, assistant_id: `${assistantId.slice(0, -3)}${String(index).padStart(3, '0')}` };
}
