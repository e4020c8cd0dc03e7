import { decodeString, isExactDouble, parseTree, type JsonNode } from 'exact-json';
import { isIdKey, jsonTemplate, withoutVariables, type Substitute, type Template } from './template.ts';

interface Notation {
  readonly indent: string;
  readonly null: string;
  readonly true: string;
  readonly false: string;
  readonly key: (key: Template) => string;
  readonly string: (text: Template) => string;
  readonly number: (text: string) => string;
  // A call that parses a JSON text, given as a literal.
  readonly parse: (literal: string) => string;
}

// Parsers accept about 200 nested brackets; deeper values stay JSON, parsed at run time.
const deepestLiteral = 100;

interface LiteralOptions {
  readonly substitute?: Substitute;
  readonly isId?: boolean;
}

/** A JSON text as a multi-line Python literal. Numbers keep their notation. */
export function pythonLiteral(text: string, options: LiteralOptions = {}): string {
  return literal(text, options, {
    indent: '    ',
    null: 'None',
    true: 'True',
    false: 'False',
    key: pythonText,
    string: pythonText,
    number: (number) => number,
    parse: (json) => `__import__("json").loads(${json})`,
  });
}

/** A JSON text as a multi-line JavaScript literal. `keepDigits` writes numbers beyond a double as `JsonText`. */
export function scriptLiteral(
  text: string,
  options: LiteralOptions & { readonly keepDigits?: boolean } = {},
): string {
  const { keepDigits = false } = options;
  return literal(text, options, {
    indent: '  ',
    null: 'null',
    true: 'true',
    false: 'false',
    key: (key) => {
      const [only] = key;
      return key.length === 1 && typeof only === 'string' ? scriptKey(only) : `[${scriptText(key)}]`;
    },
    string: scriptText,
    number: (number) => (keepDigits && !isExactDouble(number) ? `new JsonText("${number}")` : number),
    parse: (json) => (keepDigits ? `new JsonText(${json})` : `JSON.parse(${json})`),
  });
}

export function scriptKey(key: string): string {
  // As a plain key it would set the prototype.
  return key === '__proto__' ? '["__proto__"]' : scriptString(key);
}

export function pythonText(template: Template): string {
  return concatenated(template, pythonString);
}

export function scriptText(template: Template): string {
  return concatenated(template, scriptString);
}

function concatenated(template: Template, quote: (text: string) => string): string {
  const parts: string[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') parts.push(quote(text));
    text = '';
  };
  for (const part of template) {
    if (typeof part === 'string') {
      text += part;
    } else {
      endText();
      parts.push(part.variable);
    }
  }
  endText();
  return parts.length === 0 ? quote('') : parts.join(' + ');
}

/** A text as a literal of Python. Nothing in it is invisible. */
export function pythonString(text: string): string {
  return stringLiteral(text, (code) => `\\U${code.toString(16).padStart(8, '0')}`);
}

/** A text as a literal of JavaScript. Nothing in it is invisible. */
export function scriptString(text: string): string {
  return stringLiteral(text, (code) => `\\u{${code.toString(16)}}`);
}

// Escapes of JSON are escapes of both languages, except for characters beyond `\uffff`.
function stringLiteral(text: string, escapeAstral: (code: number) => string): string {
  return JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (match) => {
      const code = match.codePointAt(0) ?? 0;
      return code > 0xffff ? escapeAstral(code) : `\\u${code.toString(16).padStart(4, '0')}`;
    },
  );
}

/** Whether a JSON text has a number that a double can't hold. */
export function losesDigits(text: string): boolean {
  return hasNumber(text, (number) => !isExactDouble(number));
}

/** Whether a JSON text has a number that the Python SDK can't send as it is: its integers have 64 bits. */
export function exceedsPython(text: string): boolean {
  return hasNumber(text, (number) => {
    if (!/^-?\d+$/.test(number)) return !isExactDouble(number);
    if (number.length > 20) return true;
    const value = BigInt(number);
    return value < -(2n ** 63n) || value >= 2n ** 64n;
  });
}

function hasNumber(text: string, matches: (number: string) => boolean): boolean {
  const open: JsonNode[] = [parseTree(text)];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'object') for (const { value } of node.members) open.push(value);
    else if (node.type === 'array') for (const item of node.items) open.push(item);
    else if (node.type === 'number' && matches(text.slice(node.start, node.end))) return true;
  }
  return false;
}

function literal(
  text: string,
  { substitute = withoutVariables, isId = false }: LiteralOptions,
  notation: Notation,
): string {
  const write = (node: JsonNode, indent: string, depth: number, isIdValue: boolean): string => {
    if (depth > deepestLiteral && (node.type === 'object' || node.type === 'array')) {
      return notation.parse(notation.string(jsonTemplate(text.slice(node.start, node.end), substitute)));
    }
    const inner = indent + notation.indent;
    const onLines = (open: string, parts: readonly string[], close: string): string =>
      parts.length === 0
        ? open + close
        : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
    switch (node.type) {
      case 'object':
        return onLines(
          '{',
          node.members.map(({ key, value }) => {
            const written = write(value, inner, depth + 1, isIdKey(key));
            return `${notation.key(substitute(key, false))}: ${written}`;
          }),
          '}',
        );
      case 'array':
        return onLines(
          '[',
          node.items.map((item) => write(item, inner, depth + 1, false)),
          ']',
        );
      case 'null':
        return notation.null;
      case 'boolean':
        return text.charAt(node.start) === 't' ? notation.true : notation.false;
      case 'string':
        return notation.string(substitute(decodeString(text.slice(node.start, node.end)), isIdValue));
      case 'number':
        return notation.number(text.slice(node.start, node.end));
    }
  };
  return write(parseTree(text), '', 0, isId);
}
