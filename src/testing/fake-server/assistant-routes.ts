import { JsonText } from 'exact-json';
import { assistantId, fakeGraphJson, fakeSchemasJson } from './graph.ts';
import {
  errorResponse,
  jsonResponse,
  numberIn,
  type FakeResponse,
  type FakeRequest,
  type FakeServerState,
} from './http.ts';
import { pythonTime } from './thread-store.ts';

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

/** Only one assistant is real; the others fill the list. */
export function assistantRoutes(
  state: FakeServerState,
  request: FakeRequest,
  id: string | undefined,
  route: string,
): FakeResponse {
  if (id === 'search') {
    const offset = numberIn(request, 'offset');
    const count = Math.max(0, Math.min(numberIn(request, 'limit') || 10, state.faults.assistants - offset));
    return jsonResponse(Array.from({ length: count }, (_, index) => assistantAt(offset + index)));
  }
  if (route === 'POST versions') {
    if (state.profile.postedReads === 'create') state.createdByReads.push(`POST ${request.path}`);
    return jsonResponse([assistant]);
  }
  if (route === 'GET versions' && state.profile.postedReads === 'create') return jsonResponse([assistant]);
  if (id !== assistantId && id !== 'exact') return errorResponse(404, `Assistant '${id ?? ''}' not found`);
  if (route === 'GET graph') return jsonResponse(state.faults.graph ?? fakeGraphJson);
  if (route === 'GET schemas') return jsonResponse(state.faults.schemas ?? fakeSchemasJson);
  return route === 'GET' ? jsonResponse(assistant) : errorResponse(404, 'Not Found');
}

function assistantAt(index: number): object {
  if (index === 0) return assistant;
  return { ...assistant, assistant_id: `${assistantId.slice(0, -3)}${String(index).padStart(3, '0')}` };
}
