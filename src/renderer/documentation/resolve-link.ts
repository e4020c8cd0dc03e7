import type { PageLocation } from './documentation-store.ts';
import { documentationPage } from './read-page.ts';

/**
 * Where a link of a page leads within the documentation; `null` for other targets, such as the sources of the studio.
 * `from`: path of the page that has the link.
 */
export function resolveLink(href: string, from: string): PageLocation | null {
  if (/^[a-z]+:/i.test(href)) return null;
  const [target = '', anchor = ''] = href.split('#');
  const path = target === '' ? from : joinPath(from, target);
  return path !== null && documentationPage(path) !== null
    ? { path, anchor: anchor === '' ? null : anchor }
    : null;
}

// Relative to the folder of `from`; `null` outside of `docs`.
function joinPath(from: string, target: string): string | null {
  const parts = from.split('/').slice(0, -1);
  for (const part of target.replace(/\.md$/, '').split('/')) {
    if (part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
