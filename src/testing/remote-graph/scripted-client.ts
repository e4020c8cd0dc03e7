import { GraphClient, type GraphClientSettings } from 'remote-graph-client';

export interface ScriptedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  readonly bodyText: string;
  readonly body: unknown;
}

/** Returns JSON, or a `Response`. */
export type RequestScript = (request: ScriptedRequest, index: number) => unknown;

/** A client whose requests are answered by a function, and what it sent except for `/info`. */
export interface ScriptedClient {
  readonly client: GraphClient;
  readonly sent: readonly ScriptedRequest[];
}

/**
 * `kind` is what `/info` says: `js`, a hosted server, or (`silent`) nothing, as if the route did not exist.
 */
export function createScriptedClient(
  kind: 'js' | 'hosted' | 'silent',
  script: RequestScript,
  settings: Partial<GraphClientSettings> = {},
): ScriptedClient {
  const sent: ScriptedRequest[] = [];
  const send = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.pathname === '/info') {
      if (kind === 'silent') return new Response('404 Not Found', { status: 404 });
      const runtimeInfo = kind === 'js' ? { context: 'js' } : { langgraph_py_version: '1.2.12' };
      return Response.json({ version: '1', flags: {}, ...runtimeInfo });
    }
    const bodyText = typeof init.body === 'string' ? init.body : '';
    const request = {
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      headers: new Headers(init.headers),
      bodyText,
      body: bodyText === '' ? undefined : (JSON.parse(bodyText) as unknown),
    };
    sent.push(request);
    const answer = await script(request, sent.length - 1);
    return answer instanceof Response ? answer : Response.json(answer);
  };
  const client = new GraphClient({
    url: 'http://scripted.test',
    apiKey: null,
    fetch: send,
    retries: 0,
    ...settings,
  });
  return { client, sent };
}

/** The JavaScript server's response to a body with an invalid member. */
export const invalidMemberResponse = (name: string): Response =>
  Response.json(
    { success: false, error: { issues: [{ path: name.split('.'), message: 'Wrong' }], name: 'ZodError' } },
    { status: 400 },
  );

export const eventStreamResponse = (text: string, runId = 'r'): Response =>
  new Response(text, {
    headers: { 'content-type': 'text/event-stream', 'content-location': `/threads/t/runs/${runId}` },
  });
