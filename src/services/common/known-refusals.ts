import type { ErrorCode } from '../../shared/app-error.ts';
import { truncate } from '../../shared/truncate.ts';

export interface HttpErrorMessage {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

export interface HttpErrorResponse {
  readonly status: number;
  readonly serverText: string;
  readonly retryAfterMs: number | null;
}

// Longest name or list that is repeated in a message, in UTF-16 units; the whole text is among the details.
const maxQuoted = 300;

// Message for a refusal that its words tell more about than its status, which only says that something was invalid. Servers
// that word it otherwise get the message of the status.
export function knownRefusal({ status, serverText }: HttpErrorResponse): HttpErrorMessage | null {
  if (status < 400 || status >= 500) return null;
  return unknownGraph(serverText) ?? configWithContext(serverText) ?? refusedWebhook(serverText);
}

// The Python server: 422 for a run, 404 for an assistant.
function unknownGraph(serverText: string): HttpErrorMessage | null {
  const named =
    /^Invalid assistant: '(?<name>.*?)'\. Must be either:.*registered graphs: (?<graphs>.*)$/is.exec(
      serverText,
    ) ?? /^Graph '(?<name>.*?)' not found\. Expected one of: \[(?<graphs>.*)\]$/is.exec(serverText);
  if (!named?.groups) return null;
  const { name = '', graphs = '' } = named.groups;
  const graphNames = graphs.replaceAll(/['"]/g, '').trim();
  return {
    code: 'not-found',
    message: `The server has no graph or assistant "${truncate(name, maxQuoted)}".`,
    hint:
      graphNames === ''
        ? 'It has no graphs: add one to its langgraph.json.'
        : `Choose one of its graphs (${truncate(graphNames, maxQuoted)}), or add it to the langgraph.json of the server.`,
  };
}

function configWithContext(serverText: string): HttpErrorMessage | null {
  if (!/\bboth\b.{0,40}\bconfigurable\b.{0,40}\bcontext\b/i.test(serverText)) return null;
  return {
    code: 'rejected-by-server',
    message: 'The server takes config.configurable or context, not both.',
    hint: 'Put everything into context, and remove configurable from the config.',
  };
}

function refusedWebhook(serverText: string): HttpErrorMessage | null {
  if (!/\bwebhooks?\b/i.test(serverText)) return null;
  const settings = webhookSettings.find(([words]) => words.test(serverText))?.[1];
  if (settings === undefined) return null;
  return {
    code: 'rejected-by-server',
    message: 'The server does not call webhooks at this address.',
    hint: `Set ${settings} in webhooks.url of its langgraph.json and restart it, or start the run without the webhook.`,
  };
}

// What the Python server says of an address that it does not call, and the settings that allow it.
const webhookSettings: readonly (readonly [words: RegExp, settings: string])[] = [
  // A policy without `require_https` would then refuse http.
  [/loopback|localhost/i, '"disable_loopback": false and "require_https": false'],
  [/must use https/i, '"require_https": false'],
  [/private/i, '"disable_private_ips": false'],
  [/port \d+ not allowed/i, 'this port among "allowed_ports"'],
  [/domain not allowed/i, 'this host among "allowed_domains"'],
];
