import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { parseCommand } from '../args/parse-command.ts';
import { createMcpServer } from '../mcp/serve-mcp.ts';
import { createTerminal } from '../output/terminal.ts';
import { withSession } from '../session/open-session.ts';
import { findServer } from '../session/resolve-server.ts';
import { mcpSpec } from '../args/studio-commands.ts';

/** What a tool answered, without the marks around it. */
export interface ToolAnswer {
  /** All texts as they were sent. */
  readonly texts: readonly string[];
  readonly data: string;
  readonly note: string;
  readonly failed: boolean;
}

export interface McpTestClient {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** Connects a client to an MCP server of its own, for one graph server, with writes allowed. */
export async function connectMcp(
  serverUrl: string,
  options: { readonly answerMs?: number } = {},
): Promise<McpTestClient> {
  const ended = new AbortController();
  const args = parseCommand(mcpSpec, ['--server', serverUrl, '--no-key', '--allow-writes']);
  const silent = { write: () => true };
  const context = {
    terminal: createTerminal(silent, silent, {}),
    env: {},
    signal: ended.signal,
    stdin: process.stdin,
    json: false,
    verbose: false,
    confirm: null,
    outliveOutput: () => undefined,
  };
  const client = new Client({ name: 'test', version: '1.0.0' });
  let served: Promise<unknown> = Promise.resolve();
  await new Promise<void>((ready, reject) => {
    served = withSession(args, context, async (session) => {
      const only = await findServer(session, args, context, serverUrl);
      const mcp = createMcpServer(session, {
        version: '1',
        saved: false,
        only,
        recordings: [],
        allowWrites: true,
        allowProduction: [],
        signal: ended.signal,
        ...options,
      });
      const [near, far] = InMemoryTransport.createLinkedPair();
      await Promise.all([mcp.connect(far), client.connect(near)]);
      ready();
      await new Promise((resolve) => ended.signal.addEventListener('abort', resolve, { once: true }));
      await client.close();
    });
    served.catch(reject);
  });
  return {
    client,
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input });
      return toolAnswer(result);
    },
    async close() {
      ended.abort();
      await served;
    },
  };
}

/** Reads the result of a tool: data between its marks, or a refusal of the arguments, which has no server's text. */
export function toolAnswer(result: Awaited<ReturnType<Client['callTool']>>): ToolAnswer {
  const texts = (result.content as readonly { readonly text: string }[]).map(({ text }) => text);
  const [first = '', data = first, after = ''] = texts;
  const note = after.replace(/^End of data [0-9a-f-]+\. ?/, '');
  return { texts, data, note, failed: result.isError === true };
}
