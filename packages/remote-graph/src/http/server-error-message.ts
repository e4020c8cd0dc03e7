import { isNestedDeeperThan } from 'exact-json';
import { isObject } from './response-checks.ts';

/**
 * The server's message from an error body. Hosted servers send `{"detail"}`, the JavaScript one plain text or
 * `{"success":false,"error":{"issues":[…]}}` (docs/protocol.md, Error bodies); a proxy may send anything.
 */
export function messageFromErrorBody(body: string, status: number, statusText: string): string {
  const fallback = `${status} ${statusText}`.trim();
  const text = body.trim();
  if (text === '') return fallback;
  const parsed = parsedOrNull(text);
  if (parsed === null) return text.startsWith('<') ? `${fallback} (a web page)` : shorten(text);
  return shorten(messageIn(parsed) ?? text);
}

const maxLength = 2000;

// Servers nest messages at most three levels deep; proxies add one or two.
const maxDepth = 100;

function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)} …` : text;
}

function parsedOrNull(text: string): unknown {
  // Deeper nesting holds no message; its start is shown as text.
  if (isNestedDeeperThan(text, maxDepth)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// The first sentence found where servers are known to put one.
function messageIn(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joinMessages(value.map(issueMessage));
  if (!isObject(value)) return null;
  for (const key of ['message', 'detail', 'error']) {
    const message = key in value ? messageIn(value[key]) : null;
    if (message !== null && message !== '') return message;
  }
  return Array.isArray(value['issues']) ? joinMessages(value['issues'].map(issueMessage)) : null;
}

// A validation issue: zod has `path` and `message`, pydantic `loc` and `msg`.
function issueMessage(issue: unknown): string | null {
  if (!isObject(issue)) return typeof issue === 'string' ? issue : null;
  const message = issue['message'] ?? issue['msg'];
  if (typeof message !== 'string') return null;
  const location = issue['path'] ?? issue['loc'];
  return Array.isArray(location) && location.length > 0 ? `${location.join('.')}: ${message}` : message;
}

function joinMessages(message: readonly (string | null)[]): string | null {
  const sentences = message.filter((word) => word !== null);
  return sentences.length === 0 ? null : sentences.join('; ');
}
