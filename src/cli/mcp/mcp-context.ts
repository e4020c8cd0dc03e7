import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '../../shared/app-error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { escapeInvisible } from '../../shared/escape-invisible.ts';
import { problemDocument } from '../output/problem-document.ts';
import { printableJson, toJson } from '../output/json-document.ts';
import { questionDocument } from '../output/state-document.ts';
import { UnclearAnswerError } from '../session/open-questions.ts';
import { exactly } from '../session/pick-assistant.ts';
import type { PickedServer, CliSession } from '../session/session.ts';
import { marked } from './mark-data.ts';
import { createReportedQuestions, type ReportedQuestions } from './reported-questions.ts';
import { toSnakeCase } from './snake-case.ts';
import { createAnswerPages, type AnswerPage, type AnswerPages } from './answer-pages.ts';

export type OfferedServer = Pick<Connection, 'id' | 'name' | 'url' | 'production'>;

export interface McpContext {
  readonly session: CliSession;
  readonly pages: AnswerPages;
  readonly reportedQuestions: ReportedQuestions;
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
    const savedServer = saved.find(({ id }) => id === only.connectionId);
    return [savedServer ?? { id: only.connectionId, name: only.name, url: null }];
  };
  return {
    session,
    pages: createAnswerPages(),
    reportedQuestions: createReportedQuestions(),
    servers,
    async server(name) {
      const offered = await servers();
      const { id, name: found, url } = exactly(offered, name, 'server');
      return { connectionId: id, name: found, url: url ?? '' };
    },
  };
}

/**
 * Runs a tool: its result as text without keys, in pages; a failure as the assistant can act on. Both may hold text of
 * a server, and are marked as data.
 */
export async function answer(
  { session, pages }: McpContext,
  work: () => Promise<unknown>,
): Promise<CallToolResult> {
  try {
    const result = await work();
    const text = typeof result === 'string' ? escapeInvisible(result) : documentText(result);
    return pageContent(pages.first(session.services.scrub(text)));
  } catch (error) {
    const appError = error instanceof AppError ? error : internalError(error);
    const questions = error instanceof UnclearAnswerError ? error.questions.map(questionDocument) : undefined;
    const document = { error: { ...problemDocument(appError), questions } };
    return { content: marked(session.services.scrub(documentText(document)), null), isError: true };
  }
}

// A bug: its message may hold text of a server, too.
function internalError(error: unknown): AppError {
  return new AppError('internal', error instanceof Error ? error.message : String(error));
}

export function pageContent({ text, note }: AnswerPage): CallToolResult {
  return { content: marked(text, note) };
}

// One line of JSON with members in snake case, as arguments are; everything hidden in the values is escaped.
function documentText(value: unknown): string {
  return printableJson(toJson(toSnakeCase(value)));
}
