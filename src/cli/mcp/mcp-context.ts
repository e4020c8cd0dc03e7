import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '../../shared/app-error.ts';
import type { Connection } from '../../shared/model/connections/connection.ts';
import { printableJson, toJson } from '../output/json-document.ts';
import { exactly } from '../session/pick-assistant.ts';
import type { PickedServer, CliSession } from '../session/session.ts';
import { createAnswerPages, type AnswerPage, type AnswerPages } from './answer-pages.ts';

/** A saved server, or a recording that was named at the start. */
export type OfferedServer = Pick<Connection, 'id' | 'name' | 'url' | 'production'>;

/** What the tools of the MCP server share. */
export interface McpContext {
  readonly session: CliSession;
  readonly pages: AnswerPages;
  /** The servers that are offered: the one that was named at the start, else all saved ones. */
  servers(): Promise<readonly OfferedServer[]>;
  /** One of them by its name; the only one without a name. Never by an address, so that no key goes anywhere new. */
  server(name: string | undefined): Promise<PickedServer>;
}

/** `only`: the server that was named at the start. */
export function createMcpContext(session: CliSession, only: PickedServer | null): McpContext {
  const servers = async (): Promise<readonly OfferedServer[]> => {
    const saved = await session.services.savedConnections();
    if (only === null) return saved;
    const known = saved.find(({ id }) => id === only.connectionId);
    return [known ?? { id: only.connectionId, name: only.name, url: null }];
  };
  return {
    session,
    pages: createAnswerPages(),
    servers,
    async server(name) {
      const offered = await servers();
      const { id, name: found, url } = exactly(offered, name, 'server');
      return { connectionId: id, name: found, url: url ?? '' };
    },
  };
}

/** Runs a tool: its result as text without keys, in pages; a failure as the assistant can act on. */
export async function answer(
  { session, pages }: McpContext,
  work: () => Promise<unknown>,
): Promise<CallToolResult> {
  try {
    const result = await work();
    const text = typeof result === 'string' ? result : printableJson(toJson(result));
    return content(pages.first(session.services.scrub(text)));
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const { message, hint, details } = thrown;
    const parts = [
      message,
      details['server'] === undefined ? null : `The server said: ${details['server']}`,
      hint,
    ];
    const text = session.services.scrub(parts.filter((part) => part !== null).join(' '));
    return { content: [{ type: 'text', text }], isError: true };
  }
}

export function content({ text, note }: AnswerPage): CallToolResult {
  const parts = note === null ? [text] : [text, note];
  return { content: parts.map((part) => ({ type: 'text' as const, text: part })) };
}
