import { elementTexts, memberText } from 'exact-json';
import { externalUserOf } from '../../shared/inputs/external-check.ts';
import type { SimulatedUser } from '../../shared/inputs/saved-input.ts';
import { messageText } from '../../shared/message-text.ts';
import { isRecord } from '../../shared/narrow.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { withServerClient, type FindServer, type ServerClients } from '../common/server-clients.ts';
import { askAssistant } from './ask-assistant.ts';
import { notAllowed } from './scores/allowed-checks.ts';
import type { CheckScope } from './scores/create-scorer.ts';

// The newest messages of a conversation that are sent, their UTF-16 units, and seconds for an answer.
const maxMessages = 200;
const maxTextLength = 1_000_000;
const answerSeconds = 300;

/** What a simulated user does next: it says something, it ends the conversation (`text: null`), or nobody knows. */
export type UserTurn = { readonly text: string | null } | { readonly problem: string };

/** A conversation as the run of a row left it, on the server `connectionId`. `name`: of the simulated user's thread. `scope: null`: nothing is allowed. */
interface Conversation {
  readonly user: SimulatedUser;
  readonly connectionId: string;
  readonly valuesText: string;
  readonly name: string;
  readonly scope: CheckScope | null;
}

/**
 * Asks the assistant that plays the person, on its own server. It gets the texts of the conversation as `messages` from its own side:
 * what the run wrote comes from a person, and what the person wrote is its own. An answer without text ends the conversation.
 * Rejects if the server of the row can't be asked, and when aborted; another one is not waited for.
 */
export async function askSimulatedUser(
  { clients, findServer }: { readonly clients: ServerClients; readonly findServer: FindServer },
  { user, connectionId, valuesText, name, scope }: Conversation,
  signal: AbortSignal,
): Promise<UserTurn> {
  const conversation = messagesIn(valuesText, user.messages);
  if (conversation.at(-1)?.role !== 'assistant')
    return {
      problem: `The state has no answer in ${JSON.stringify(user.messages)} for a simulated user to answer.`,
    };
  const messages = newestWithin(conversation).map(({ role, content }) => ({
    role: role === 'user' ? 'assistant' : 'user',
    content,
  }));
  const external = externalUserOf(user);
  if (external !== null && (scope === null || !(await scope.isAllowed(external))))
    return { problem: notAllowed[external.kind] };
  const { server } = user;
  const userServer = server === null ? connectionId : await findServer(server);
  if (userServer === null)
    return { problem: `No saved server is called ${server}. Save it, or change "server" in "user".` };
  const answer = await withServerClient(clients, userServer, (client) =>
    askAssistant(
      client,
      {
        assistant: user.assistant,
        inputText: JSON.stringify({ messages }),
        name,
        seconds: answerSeconds,
        roleName: 'simulated user',
        onStarted: () => undefined,
      },
      signal,
    ),
  ).catch((error: unknown) => {
    if (signal.aborted || userServer === connectionId) throw error;
    const { message, hint } = toWireError(error);
    return {
      problem: ['The simulated user could not be asked:', message, hint].filter(Boolean).join(' '),
    };
  });
  if ('problem' in answer) return server === null ? answer : { problem: `On ${server}: ${answer.problem}` };
  if (memberText(answer.valuesText, 'messages') === null)
    return { problem: 'The simulated user left no "messages".' };
  const last = messagesIn(answer.valuesText, 'messages').at(-1);
  return { text: last?.role === 'assistant' ? last.content : null };
}

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** The newest messages that a simulated user is sent: the last one, and as many before it as the bounds allow. */
export function newestWithin(conversation: readonly Message[]): readonly Message[] {
  let length = 0;
  const first = conversation.findLastIndex(({ content }, index) => {
    length += content.length;
    return index < conversation.length - 1 && length > maxTextLength;
  });
  return conversation.slice(Math.max(first + 1, conversation.length - maxMessages));
}

/** The messages of a state with a text, but for those of tools and of the system. */
export function messagesIn(valuesText: string, key: string): readonly Message[] {
  const list = memberText(valuesText, key);
  if (list === null || !list.trimStart().startsWith('[')) return [];
  return elementTexts(list).flatMap((text) => {
    const message: unknown = JSON.parse(text);
    if (!isRecord(message)) return [];
    const role = roles[String(message['type'] ?? message['role']).toLowerCase()];
    const content = messageText(message['content']).trim();
    return role === undefined || content === '' ? [] : { role, content };
  });
}

const roles: Readonly<Record<string, Message['role']>> = {
  human: 'user',
  user: 'user',
  ai: 'assistant',
  assistant: 'assistant',
  aimessagechunk: 'assistant',
};
