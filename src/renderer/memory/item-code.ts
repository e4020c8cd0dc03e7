import { formatJson } from '../../exact-json/scan/format.ts';
import type { StoreItem } from '../../shared/model/store-item.ts';

export type ItemCodeLanguage = 'python' | 'typescript';

/** Code that writes an item with the official SDK. JSON literals of strings are literals of both languages. */
export function itemCode({ namespace, key, valueText }: StoreItem, language: ItemCodeLanguage): string {
  const labels = JSON.stringify(namespace);
  const name = JSON.stringify(key);
  if (language === 'typescript') {
    return [
      'import { Client } from "@langchain/langgraph-sdk";',
      '',
      'const client = new Client({ apiUrl: process.env.LANGGRAPH_URL });',
      `await client.store.putItem(${labels}, ${name}, ${formatJson(valueText)});`,
      '',
    ].join('\n');
  }
  return [
    'import json',
    'import os',
    '',
    'from langgraph_sdk import get_sync_client',
    '',
    'client = get_sync_client(url=os.environ["LANGGRAPH_URL"])',
    `value = json.loads(${JSON.stringify(valueText)})`,
    `client.store.put_item(${labels}, key=${name}, value=value)`,
    '',
  ].join('\n');
}
