import { formatJson } from '../../../../exact-json/scan/format.ts';
import { memberTexts } from '../../../../exact-json/scan/object-members.ts';
import { isExactDouble } from '../../../../exact-json/numbers/unsafe-numbers.ts';
import { parseTree, type JsonNode } from '../../../../exact-json/scan/parse-tree.ts';
import type { RunCode } from './python-code.ts';

/** The run as a call of the TypeScript SDK, with a warning if a number exceeds JavaScript's precision. */
export function typescriptCode({ url, hasKey, threadId, background, graphId, bodyText }: RunCode): string {
  const members = memberTexts(bodyText);
  const assistant = members.find(({ key }) => key === 'assistant_id')?.text ?? '""';
  const isNew = threadId === '{thread_id}';
  const thread = threadId === null ? 'null' : isNew ? 'thread.thread_id' : JSON.stringify(threadId);
  const payload = members
    .filter(({ key }) => key !== 'assistant_id')
    .map(({ key, text }) => `  ${camelCase(key)}: ${formatJson(text).replaceAll('\n', '\n  ')},\n`);
  const call = `(${thread}, ${assistant}, {\n${payload.join('')}})`;
  return [
    "import { Client } from '@langchain/langgraph-sdk';",
    '',
    ...(losesDigits(bodyText)
      ? ['// A number below is beyond what JavaScript can hold; use curl or Python to send it as it is.']
      : []),
    `const client = new Client({ apiUrl: ${JSON.stringify(url)}${hasKey ? ', apiKey: process.env.API_KEY' : ''} });`,
    ...(isNew
      ? [`const thread = await client.threads.create({ graphId: ${JSON.stringify(graphId)} });`]
      : []),
    ...(background
      ? [`const run = await client.runs.create${call};`]
      : [
          `const stream = client.runs.stream${call};`,
          'for await (const { event, data } of stream) console.log(event, data);',
        ]),
  ].join('\n');
}

function camelCase(key: string): string {
  return key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function losesDigits(text: string): boolean {
  const open: JsonNode[] = [parseTree(text)];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'object') for (const { value } of node.members) open.push(value);
    else if (node.type === 'array') for (const item of node.items) open.push(item);
    else if (node.type === 'number' && !isExactDouble(text.slice(node.start, node.end))) return true;
  }
  return false;
}
