import { StoreNamespace } from '../../shared/model/store-item.ts';
import { parseJson } from '../../shared/parse-json.ts';

/** A namespace as it is typed: `users / ada`, or a JSON list where labels have slashes or spaces around them. */
export function namespaceText(namespace: StoreNamespace): string {
  const plain = namespace.join(' / ');
  const isPlain = JSON.stringify(parseNamespaceText(plain)) === JSON.stringify(namespace);
  return isPlain || namespace.length === 0 ? plain : JSON.stringify(namespace);
}

/** Labels, outermost first; empty ones where nothing is between two slashes. `null`: a JSON list was begun, and is none. */
export function parseNamespaceText(text: string): StoreNamespace | null {
  if (text.trimStart().startsWith('[')) return StoreNamespace.safeParse(parseJson(text)).data ?? null;
  return text.split('/').map((label) => label.trim());
}
