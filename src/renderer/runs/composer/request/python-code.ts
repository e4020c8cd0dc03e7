import { memberTexts } from '../../../../exact-json/scan/object-members.ts';
import { decodeString, parseTree, type JsonNode } from '../../../../exact-json/scan/parse-tree.ts';

export interface RunCode {
  readonly url: string;
  /** The API key itself never appears in the code. */
  readonly hasKey: boolean;
  /** `null`: a stateless run. A thread that does not exist yet is `{thread_id}`. */
  readonly threadId: string | null;
  readonly background: boolean;
  readonly graphId: string;
  readonly bodyText: string;
}

/** The run as a call of the Python SDK. Numbers keep their notation. */
export function pythonCode({ url, hasKey, threadId, background, graphId, bodyText }: RunCode): string {
  const assistant = memberTexts(bodyText).find(({ key }) => key === 'assistant_id')?.text ?? '""';
  const members = memberTexts(bodyText).filter(({ key }) => key !== 'assistant_id');
  const isNew = threadId === '{thread_id}';
  const thread = threadId === null ? 'None' : isNew ? 'thread["thread_id"]' : JSON.stringify(threadId);
  const given = [
    thread,
    pythonLiteral(assistant),
    ...members.map(({ key, text }) => `${key}=${pythonLiteral(text)}`),
  ];
  const call = `(\n${given.map((one) => `    ${one.replaceAll('\n', '\n    ')},\n`).join('')})`;
  return [
    ...(hasKey ? ['import os', ''] : []),
    'from langgraph_sdk import get_client',
    '',
    `client = get_client(url=${JSON.stringify(url)}${hasKey ? ', api_key=os.environ["API_KEY"]' : ', api_key=None'})`,
    ...(isNew ? [`thread = await client.threads.create(graph_id=${JSON.stringify(graphId)})`] : []),
    ...(background
      ? [`run = await client.runs.create${call}`]
      : [`async for part in client.runs.stream${call}:`, '    print(part.event, part.data)']),
  ].join('\n');
}

/** A JSON text as a multi-line Python literal. */
export function pythonLiteral(text: string): string {
  return write(parseTree(text), text, '', 0);
}

/** Python's parser accepts about 200 nested brackets; deeper values stay JSON, parsed at run time (row J-8). */
const deepestLiteral = 100;

function write(node: JsonNode, text: string, indent: string, depth: number): string {
  if (depth > deepestLiteral && (node.type === 'object' || node.type === 'array')) {
    return `__import__("json").loads(${JSON.stringify(text.slice(node.start, node.end))})`;
  }
  const inner = `${indent}    `;
  const onLines = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
  switch (node.type) {
    case 'object':
      return onLines(
        '{',
        node.members.map(
          ({ key, value }) => `${JSON.stringify(key)}: ${write(value, text, inner, depth + 1)}`,
        ),
        '}',
      );
    case 'array':
      return onLines(
        '[',
        node.items.map((item) => write(item, text, inner, depth + 1)),
        ']',
      );
    case 'null':
      return 'None';
    case 'boolean':
      return text.charAt(node.start) === 't' ? 'True' : 'False';
    case 'string':
      // JSON escapes are valid in Python except for surrogate pairs and slashes.
      return JSON.stringify(decodeString(text.slice(node.start, node.end)));
    case 'number':
      return text.slice(node.start, node.end);
  }
}
