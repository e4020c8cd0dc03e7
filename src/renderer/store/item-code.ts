import { pythonLiteral, pythonString, scriptLiteral, scriptString } from '../../shared/code/code-literals.ts';
import type { StoreItem } from '../../shared/model/store-item.ts';

export type ItemCodeLanguage = 'python' | 'typescript';

// Code that writes an item with the official SDK. All that is of the server are literals in it.
export function itemCode({ namespace, key, valueText }: StoreItem, language: ItemCodeLanguage): string {
  const labels = (quote: (text: string) => string): string => `[${namespace.map(quote).join(', ')}]`;
  if (language === 'typescript') {
    return [
      'import { Client } from "@langchain/langgraph-sdk";',
      '',
      'const client = new Client({ apiUrl: process.env.LANGGRAPH_URL });',
      `await client.store.putItem(${labels(scriptString)}, ${scriptString(key)}, ${scriptLiteral(valueText)});`,
      '',
    ].join('\n');
  }
  return [
    'import os',
    '',
    'from langgraph_sdk import get_sync_client',
    '',
    'client = get_sync_client(url=os.environ["LANGGRAPH_URL"])',
    `value = ${pythonLiteral(valueText)}`,
    `client.store.put_item(${labels(pythonString)}, key=${pythonString(key)}, value=value)`,
    '',
  ].join('\n');
}
