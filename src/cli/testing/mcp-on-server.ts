import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectMcp, type McpTestClient } from './connect-mcp.ts';

/** Connects a client to an MCP server for a graph server that answers as `listener` does, until it is closed. */
export async function connectMcpTo(
  listener: RequestListener,
  options?: Parameters<typeof connectMcp>[1],
): Promise<McpTestClient> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const client = await connectMcp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  return {
    ...client,
    async close() {
      await client.close();
      server.close();
    },
  };
}
