import { isUnsupportedRoute, type CallOptions, type GraphClient } from 'remote-graph-client/client';

/** Posts a message to the MCP endpoint: LangChain's server has the first path, others may have the second. */
export async function askMcp(client: GraphClient, bodyText: string, options: CallOptions): Promise<string> {
  const request = { method: 'POST', bodyText } as const;
  try {
    return await client.meta.read({ ...request, path: '/mcp/' }, options);
  } catch (error) {
    if (!isUnsupportedRoute(error)) throw error;
    return client.meta.read({ ...request, path: '/mcp' }, options);
  }
}
