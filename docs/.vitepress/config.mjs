// The documentation site. `npm run docs` installs VitePress and builds it; this file imports nothing of VitePress, so
// that a test without it can read the list of pages.
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { outDir, siteCache } from '../../scripts/lib/docs/site-paths.mjs';

const docs = resolve(import.meta.dirname, '..');

/**
 * Every page, in the order of the sidebar: `page` is its path in `docs`, without `.md`. The studio's window has the same
 * pages, without those about development.
 * @type {readonly { text: string, collapsed?: boolean, items: readonly { text: string, page: string }[] }[]}
 */
const pages = JSON.parse(readFileSync(resolve(import.meta.dirname, 'sidebar.json'), 'utf8'));

/** As VitePress has it. The first page is the folder's own, else it would not be marked as the current one. */
export const sidebar = pages.map(({ items, ...section }) => ({
  ...section,
  items: items.map(({ text, page }) => ({ text, link: page === 'index' ? '/' : `/${page}` })),
}));

/**
 * Shows links to files beside `docs`, such as sources, as text: the site does not have these files. Without it they
 * would count as dead.
 * @param {{ tokens: { children: Token[] | null }[], env: { path: string } }} state
 * @typedef {object} Token
 * @property {string} type
 * @property {string} tag
 * @property {[string, string][] | null} attrs
 * @property {(name: string) => string | null} attrGet
 * @property {(name: string, value: string) => void} attrSet
 */
function dropLinksOutOfDocs({ tokens, env }) {
  for (const { children } of tokens) {
    let isDropping = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') isDropping = leavesDocs(token.attrGet('href') ?? '', env.path);
      if (!isDropping || !/^link_(open|close)$/.test(token.type)) continue;
      isDropping = token.type === 'link_open';
      Object.assign(token, { type: isDropping ? 'em_open' : 'em_close', tag: 'em', attrs: null });
    }
  }
}

/** @param {string} href @param {string} page */
function leavesDocs(href, page) {
  if (/^([a-z]+:|#|\/)/i.test(href)) return false;
  return relative(docs, resolve(dirname(page), href)).startsWith('..');
}

/**
 * Shows the picture of each theme: pages name the light ones, beside which lie the dark ones.
 * @param {{ tokens: { children: Token[] | null }[] }} state
 */
function addDarkPictures({ tokens }) {
  for (const block of tokens) {
    block.children = (block.children ?? []).flatMap((token) => {
      const source = token.type === 'image' ? (token.attrGet('src') ?? '') : '';
      if (!/-light\.\w+$/.test(source)) return [token];
      const dark = Object.assign(Object.create(Object.getPrototypeOf(token)), token, {
        attrs: token.attrs?.map(([name, value]) => [name, value]) ?? null,
      });
      token.attrSet('class', 'in-light');
      dark.attrSet('class', 'in-dark');
      dark.attrSet('src', source.replace('-light.', '-dark.'));
      return [token, dark];
    });
  }
}

const pictureStyle = `
  .vp-doc img { border: 1px solid var(--vp-c-divider); border-radius: 8px; }
  html.dark .in-light, html:not(.dark) .in-dark { display: none; }
`;

/** The studio's own icon, within the page: the site needs no other files for it. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  readFileSync(resolve(docs, '../src/renderer/icon.svg'), 'utf8'),
)}`;

export default {
  title: 'RemoteGraph Studio',
  description: 'The open desktop studio for graph servers',
  lang: 'en',
  outDir,
  cacheDir: siteCache,
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: icon }],
    ['style', {}, pictureStyle],
  ],
  markdown: {
    /** @param {{ core: { ruler: { push: (name: string, rule: typeof dropLinksOutOfDocs | typeof addDarkPictures) => void } } }} md */
    config: (md) => {
      md.core.ruler.push('links-out-of-docs', dropLinksOutOfDocs);
      md.core.ruler.push('dark-pictures', addDarkPictures);
    },
  },
  themeConfig: {
    logo: { src: icon, alt: '' },
    sidebar,
    outline: [2, 3],
    // An index within the site: nothing is asked of a service.
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Who searches wants to do something, more often than to change the studio. The page gets this as text.
            boostDocument: (/** @type {string} */ id) => (id.includes('/guides/') ? 2.5 : 1),
          },
        },
      },
    },
  },
};
