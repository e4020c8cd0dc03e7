import { AppError } from '../../shared/app-error.ts';

// Names that HTTP or the client sets itself; other values would break or redirect requests.
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'origin',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

// Throws as `checkHeaderName` does. `x-api-key` has its own field: two for one header would leave open which wins.
export function checkServerHeaderName(name: string): void {
  checkHeaderName(name);
  if (name.toLowerCase() === 'x-api-key') {
    throw invalidHeaderError(
      'headers',
      'The header x-api-key is set by the API key field.',
      'Enter the key there instead.',
    );
  }
}

// Throws an `AppError` (`invalid-input`, `details.where` = `headers`) for a bad header name.
export function checkHeaderName(name: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    throw invalidHeaderError(
      'headers',
      `"${printable(name)}" is not a valid header name.`,
      'Use letters, digits and hyphens.',
    );
  }
  const lower = name.toLowerCase();
  if (reserved.has(lower) || lower.startsWith('sec-') || lower.startsWith('proxy-')) {
    throw invalidHeaderError('headers', `The header ${name} is set by the studio.`, 'Remove it.');
  }
}

// Checks a header's value and trims it, as HTTP does.
export function normalizeHeaderValue(name: string, value: string): string {
  return clean('headers', `The value of header ${name}`, value);
}

// Checks a key, which is sent as a header's value, and removes a pasted line end.
export function normalizeKey(value: string): string {
  return clean('key', 'The key', value);
}

function clean(where: string, what: string, value: string): string {
  const text = value.trim();
  if (text === '') throw invalidHeaderError(where, `${what} is empty.`, 'Enter it, or remove it.');
  if (/\p{Cc}/u.test(text)) {
    throw invalidHeaderError(
      where,
      `${what} contains a line break or control character.`,
      'Copy it again as one line.',
    );
  }
  if (/[^\u0020-\u00ff]/u.test(text)) {
    throw invalidHeaderError(
      where,
      `${what} contains characters that HTTP can't send.`,
      'Look for curly quotes or long dashes.',
    );
  }
  return text;
}

function invalidHeaderError(where: string, message: string, hint: string): AppError {
  return new AppError('invalid-input', message, { hint, details: { where } });
}

function printable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e]/g, '?').slice(0, 80);
}
