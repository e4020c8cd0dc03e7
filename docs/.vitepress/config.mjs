// The documentation site. `npm run docs` installs VitePress and builds it; this file imports nothing of VitePress, so
// that a test without it can read the list of pages.
import { dirname, relative, resolve } from 'node:path';
import { outDir, siteCache } from '../../scripts/lib/docs/site-paths.mjs';

const docs = resolve(import.meta.dirname, '..');

/** @param {string} text @param {string} page Path in `docs`, without `.md`. */
const item = (text, page) => ({ text, link: `/${page}` });

/** Every page, in the order of the sidebar. */
export const sidebar = [
  {
    text: 'Start',
    items: [
      item('Overview', 'index'),
      item('Start in five minutes', 'start'),
      item('Coming from LangGraph Studio', 'coming-from-langgraph-studio'),
      item('Questions and answers', 'faq'),
    ],
  },
  {
    text: 'Guides',
    items: [
      item('Debug a wrong answer', 'guides/debug-a-wrong-answer'),
      item('Answer interrupts', 'guides/answer-interrupts'),
      item('Time travel', 'guides/time-travel'),
      item('Compare two runs', 'guides/compare-two-runs'),
      item('Edit state', 'guides/edit-state'),
      item('Webhooks and tunnels', 'guides/webhooks'),
      item('Regression checks', 'guides/regression-checks'),
      item('Teams and production servers', 'guides/production-servers'),
    ],
  },
  {
    text: 'Reference',
    items: [
      item('Keys', 'keys'),
      item('Configuration', 'configuration'),
      item('Command line', 'command-line'),
      item('MCP server', 'mcp'),
      item('Input files', 'inputs'),
      item('Recordings', 'recording-format'),
      item('Client', 'client'),
      item('Container', 'container'),
      item('Security model', 'security'),
    ],
  },
  {
    text: 'Development',
    collapsed: true,
    items: [
      item('Architecture', 'architecture'),
      item('Glossary', 'glossary'),
      item('Testing', 'testing'),
      item('Reliability', 'reliability'),
      item('Coverage', 'coverage'),
      item('Protocol', 'protocol'),
      item('Electron', 'electron'),
      item('Packaging', 'packaging'),
      item('Decisions', 'decisions/README'),
    ],
  },
];

/**
 * Shows links to files beside `docs`, such as sources, as text: the site does not have these files. Without it they
 * would count as dead.
 * @param {{ tokens: readonly { children: readonly Token[] | null }[], env: { path: string } }} state
 * @typedef {{ type: string, tag: string, attrGet: (name: string) => string | null }} Token
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

export default {
  title: 'RemoteGraph Studio',
  description: 'The open desktop studio for graph servers',
  lang: 'en',
  outDir,
  cacheDir: siteCache,
  metaChunk: true,
  markdown: {
    /** @param {{ core: { ruler: { push: (name: string, rule: typeof dropLinksOutOfDocs) => void } } }} md */
    config: (md) => md.core.ruler.push('links-out-of-docs', dropLinksOutOfDocs),
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    // An index within the site: nothing is asked of a service.
    search: { provider: 'local' },
  },
};
