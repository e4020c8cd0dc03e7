import { randomUUID } from 'node:crypto';
import { isUnsupportedRoute, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../../shared/app-error.ts';
import type { AgentAnswer, AgentTrial } from '../../../shared/model/server-facts.ts';
import { parseJsonInput } from '../../common/json-input.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { askMcp } from './ask-mcp.ts';
import { clip } from './route-summary.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

// UTF-16 units of an answer.
const maxLength = 20_000;

/**
 * Sends one message to an agent (A2A), or calls a tool (MCP), as other programs do: the server starts a run. It is sent
 * once. Rejects if the server has no such route, refuses, or answers with something else.
 */
export async function tryAgent(
  client: GraphClient,
  { protocol, id, text }: AgentTrial,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  const name = protocol === 'mcp' ? 'MCP' : 'A2A';
  const options = { purpose: 'connections.tryAgent', signal };
  const request =
    protocol === 'mcp'
      ? askMcp(client, toolCall(id, text), options)
      : client.meta.read(
          { method: 'POST', path: `/a2a/${encodeURIComponent(id)}`, bodyText: message(text) },
          options,
        );
  const reply = await request.catch((error: unknown) => {
    if (isUnsupportedRoute(error)) throw new AppError('unsupported', `This server has no ${name} endpoint.`);
    throw error;
  });
  const { result, error } = objectOf(reply, name);
  const failure = nonEmptyStringOrNull(recordOrEmpty(error)['message']);
  if (failure !== null) throw new AppError('rejected-by-server', `The server refused: ${clip(failure)}`);
  return protocol === 'mcp' ? toolAnswer(recordOrEmpty(result)) : agentAnswer(recordOrEmpty(result));
}

function message(text: string): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'message/send',
    params: { message: { role: 'user', messageId: randomUUID(), parts: [{ kind: 'text', text }] } },
  });
}

function toolCall(name: string, text: string): string {
  const { text: argumentsText } = parseJsonInput(text, 'The arguments');
  if (!argumentsText.trimStart().startsWith('{'))
    throw new AppError('invalid-input', 'The arguments must be a JSON object.', {
      hint: 'Write them as {"name": value}. Nothing was sent.',
    });
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${argumentsText}}}`;
}

function objectOf(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    const reply = recordOrEmpty(value);
    if ('result' in reply || 'error' in reply) return reply;
  } catch {
    // Not JSON: rejected below.
  }
  throw new AppError('protocol', `The endpoint answered with something other than ${name}.`);
}

function toolAnswer({ content, isError }: Readonly<Record<string, unknown>>): AgentAnswer {
  return { ...answerOf(textsOf(content)), state: isError === true ? 'failed' : null };
}

// A task with what came of it, or a message.
function agentAnswer(result: Readonly<Record<string, unknown>>): AgentAnswer {
  const { artifacts, status, parts } = result;
  const { state, message: statusMessage } = recordOrEmpty(status);
  const artifactTexts = Array.isArray(artifacts)
    ? artifacts.flatMap((artifact) => textsOf(recordOrEmpty(artifact)['parts']))
    : [];
  const texts = [artifactTexts, textsOf(parts), textsOf(recordOrEmpty(statusMessage)['parts'])].find(
    ({ length }) => length > 0,
  );
  const stateText = nonEmptyStringOrNull(state);
  return { ...answerOf(texts ?? []), state: stateText === null ? null : clip(stateText) };
}

// Parts that are no text are data, shown as JSON.
function textsOf(parts: unknown): string[] {
  if (!Array.isArray(parts)) return [];
  return parts.map((part) => {
    const { text, data } = recordOrEmpty(part);
    return typeof text === 'string' ? text : JSON.stringify(data ?? part);
  });
}

function answerOf(texts: readonly string[]): Pick<AgentAnswer, 'text' | 'isCut'> {
  const text = texts.join('\n');
  return { text: text.slice(0, maxLength), isCut: text.length > maxLength };
}
