/** A page of the documentation for users. */
export interface PageEntry {
  /** Its path in `docs`, without `.md`. */
  readonly path: string;
  readonly title: string;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly PageEntry[];
}

/** As the sidebar of the site (`docs/.vitepress/config.mjs`), without the pages about the studio's own development. */
export const pageGroups: readonly PageGroup[] = [
  {
    title: 'Start',
    pages: [
      { path: 'index', title: 'Overview' },
      { path: 'start', title: 'Start in five minutes' },
      { path: 'coming-from-langgraph-studio', title: 'Coming from LangGraph Studio' },
      { path: 'faq', title: 'Questions and answers' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      { path: 'guides/debug-a-wrong-answer', title: 'Debug a wrong answer' },
      { path: 'guides/answer-interrupts', title: 'Answer interrupts' },
      { path: 'guides/time-travel', title: 'Time travel' },
      { path: 'guides/edit-state', title: 'Edit state' },
      { path: 'guides/webhooks', title: 'Webhooks and tunnels' },
      { path: 'guides/regression-checks', title: 'Regression checks' },
      { path: 'guides/production-servers', title: 'Teams and production servers' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { path: 'keys', title: 'Keys' },
      { path: 'configuration', title: 'Configuration' },
      { path: 'command-line', title: 'Command line' },
      { path: 'mcp', title: 'MCP server' },
      { path: 'inputs', title: 'Input files' },
      { path: 'client', title: 'Client' },
      { path: 'container', title: 'Container' },
      { path: 'security', title: 'Security model' },
    ],
  },
];

const sources: Readonly<Record<string, string>> = import.meta.glob(
  [
    '../../../docs/{index,start,coming-from-langgraph-studio,faq}.md',
    '../../../docs/guides/*.md',
    '../../../docs/{keys,configuration,command-line,mcp,inputs,client,container,security}.md',
    '../../remote-graph/README.md',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** The line by which VitePress includes the client's own page from its third line on. */
const includesClient = /^<!--@include: .*README\.md\{3,\}-->$/m;

/** The Markdown of a page. They are part of the build, so that they can be read without a network. */
export function pageSource(path: string): string {
  const source = sources[`../../../docs/${path}.md`] ?? '';
  return source.replace(includesClient, () => {
    const readme = sources['../../remote-graph/README.md'] ?? '';
    return readme.split('\n').slice(2).join('\n');
  });
}
