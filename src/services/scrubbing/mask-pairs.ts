import { mask } from '../logging/scrubber.ts';
import { looksRandom, type Replace } from './mask-credentials.ts';
import {
  isLabelledName,
  isLabelName,
  isNumericSecretName,
  isSecretName,
  isSecretQueryName,
} from './sensitive-names.ts';

// A name, what may stand between it and its value, and the quote that the value begins with: `name=`, `"name": "`,
// `\"name\":\"`, `name => '`, `--name value`.
const pair =
  /(?<![\w.-])(-{0,2}[A-Za-z_][\w.-]{1,119})((?:\\{0,4}["'`])?\]?\s{0,3}(?::=|=>|==|[:=])\s{0,3}|\s{1,3}(?=[^\s-]))(\\{0,4}["'`])?/g;

// Pairs of a list: `["authorization", "…"]`, `('x-api-key', '…')`.
const listed = /(\\{0,4}["'])([A-Za-z][\w.-]{2,79})\1\s{0,3},\s{0,3}(\\{0,4}["'])/g;

// Headers whose values have spaces.
const wholeLine = /(?:^|[-_])(?:authorization|cookie|credentials?)$/i;

// UTF-16 units of a label, from it to what it labels, and of what may be a placeholder.
const maxLabel = 120;
const maxLabelDistance = 300;
const maxPlaceholder = 500;

// Words that follow a secret's name but are not secrets.
const noSecret =
  /^(?:true|false|null|none|nil|undefined|nan|string|str|number|integer|object|array|boolean|required|optional|missing|invalid|expired|empty|unknown|unset|hidden|redacted|\*+|x+|\.+|<[^>]*>|\$\{?\w+\}?|\{\{.*|os\.environ.*|process\.env.*)$/i;

// Replaces what stands after the name of a secret in a text: variables, headers, options, members of JSON or of
// Python that is cut off or part of a sentence.
export function maskPairs(text: string, replace: Replace): string {
  return maskListed(maskNamed(text, replace), replace);
}

function maskNamed(text: string, replace: Replace): string {
  if (!/[:=]|--/.test(text)) return text;
  let result = '';
  let copied = 0;
  // The secret name in the last `name` member: `"name": "authorization"`.
  let label: { readonly name: string; readonly until: number } | null = null;
  pair.lastIndex = 0;
  for (let match = pair.exec(text); match; match = pair.exec(text)) {
    const [whole, rawName = '', separator = '', opener = ''] = match;
    const start = match.index + whole.length;
    const before = text[match.index - 1] ?? '';
    const isOption = /^\s+$/.test(separator);
    if (isOption && !rawName.startsWith('-')) {
      pair.lastIndex = match.index + rawName.length;
      continue;
    }
    const name = unescapedName(rawName, before);
    const isQuery = /[?&;]/.test(before) && separator === '=';
    const isNamed = isQuery ? isSecretQueryName(name) : isSecretName(name);
    const isLabelled = label !== null && match.index <= label.until && isLabelledName(name);
    const kind = isNamed ? name : isLabelled ? (label?.name ?? null) : null;
    if (kind !== null) {
      const end = valueEnd(text, start, opener, { name: kind, isQuery });
      if (isSecretValue(text.slice(start, end), kind, { opener, separator, isQuery })) {
        result += text.slice(copied, start) + replace(kind);
        copied = end;
        pair.lastIndex = Math.max(end, start);
        continue;
      }
    } else if (isLabelName(name)) {
      const [value = ''] = /^[\w.-]*/.exec(text.slice(start, start + maxLabel)) ?? [];
      if (isSecretName(value)) label = { name: value, until: start + maxLabelDistance };
    }
    // A value may hold pairs of its own.
    pair.lastIndex = start;
  }
  return result + text.slice(copied);
}

function maskListed(text: string, replace: Replace): string {
  let result = '';
  let copied = 0;
  listed.lastIndex = 0;
  for (let match = listed.exec(text); match; match = listed.exec(text)) {
    const [whole, , name = '', opener = ''] = match;
    const start = match.index + whole.length;
    listed.lastIndex = match.index + 1;
    if (!isSecretName(name)) continue;
    const end = closingQuote(text, start, opener);
    if (!isListedSecret(text.slice(start, end))) continue;
    result += text.slice(copied, start) + replace(name);
    copied = end;
    listed.lastIndex = end;
  }
  return result + text.slice(copied);
}

// A list of names has another name next.
function isListedSecret(value: string): boolean {
  if (value.length > maxPlaceholder) return true;
  return value !== mask && !isSecretName(value) && looksRandom(value.replaceAll(' ', ''));
}

// `\nAPI_KEY`: the letter belongs to an escape.
function unescapedName(rawName: string, before: string): string {
  const name = rawName.replace(/^-+/, '');
  return before === '\\' && /^[nrtbfv]/.test(name) && !isSecretName(name) ? name.slice(1) : name;
}

function valueEnd(
  text: string,
  start: number,
  opener: string,
  { name, isQuery }: { readonly name: string; readonly isQuery: boolean },
): number {
  if (opener !== '') return closingQuote(text, start, opener);
  const first = text[start];
  if (first === '[' || first === '(') {
    const close = text.indexOf(first === '[' ? ']' : ')', start);
    if (text.startsWith(mask, start)) return start + mask.length;
    return close === -1 ? text.length : close + 1;
  }
  const end = isQuery
    ? /[&#\s"'<>\\]|$/g
    : wholeLine.test(name)
      ? /[\r\n"'`\\]|$/g
      : /[\s"'`,;&)}\]<>|\\]|$/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

// The quote with as many backslashes as the opening one; of a text that is cut off, its end.
function closingQuote(text: string, start: number, opener: string): number {
  const slashes = opener.length - 1;
  const quote = opener.at(-1) ?? '"';
  for (let index = text.indexOf(quote, start); index >= 0; index = text.indexOf(quote, index + 1)) {
    let before = 0;
    while (before <= slashes && text[index - 1 - before] === '\\') before += 1;
    if (before === slashes) return index - slashes;
  }
  return text.length;
}

function isSecretValue(
  value: string,
  name: string,
  {
    opener,
    separator,
    isQuery,
  }: { readonly opener: string; readonly separator: string; readonly isQuery: boolean },
): boolean {
  // No program writes a placeholder of this length, and the search goes on behind it.
  if (value.length > maxPlaceholder) return true;
  const plain = value.trim();
  // What was replaced before may be a part of it only.
  const rest = plain.replaceAll(mask, '').replace(/^(?:basic|bearer|token|digest)\s*/i, '');
  if (rest.length < Math.min(plain.length, 3) || noSecret.test(plain)) return false;
  if (/^\d+(?:\.\d+)?$/.test(plain)) return plain.length >= 4 && isNumericSecretName(name);
  if (isQuery) return isSecretName(name) ? plain.length >= 3 : looksRandom(plain);
  if (opener !== '' || /^[[(]/.test(plain)) return plain.length >= 3;
  // Code: `password = input()`.
  if (/^[a-z_.]+\(/i.test(plain)) return false;
  if (/pass|pwd|dsn|string|authorization|cookie/i.test(name)) return plain.length >= 4;
  // In a sentence, a word after a colon is no secret: "Invalid token: unexpected end".
  return separator.includes('=') ? plain.length >= 3 && !/^[({]/.test(plain) : looksRandom(plain);
}
