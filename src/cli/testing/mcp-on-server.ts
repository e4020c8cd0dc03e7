import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { slowness } from '../../testing/slowness.ts';
import { connectMcp, type McpTestClient } from './connect-mcp.ts';

/** For the tests of a file: a client of an MCP server for a graph server that answers as `listener` does. */
export function mcpOnServer(listener: RequestListener): () => McpTestClient {
  const server = createServer(listener);
  let client: McpTestClient;
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    client = await connectMcp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }, 60_000 * slowness());
  afterAll(async () => {
    await client.close();
    server.close();
  });
  return () => client;
}
