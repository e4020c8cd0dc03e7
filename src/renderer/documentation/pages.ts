export interface PageEntry {
  // Its path in `docs`, without `.md`.
  readonly path: string;
  readonly title: string;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly PageEntry[];
}

interface SidebarSection {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly page: string }[];
}

// The pages of the site, which are listed once for both.
const [sidebar = []] = Object.values(
  import.meta.glob<readonly SidebarSection[]>('../../../docs/.vitepress/sidebar.json', {
    eager: true,
    import: 'default',
  }),
);

export const pageGroups: readonly PageGroup[] = sidebar
  .filter(({ text }) => text !== 'Development')
  .map(({ text, items }) => ({
    title: text,
    pages: items.map((item) => ({ path: item.page, title: item.text })),
  }));

const sources: Readonly<Record<string, string>> = import.meta.glob(
  [
    '../../../docs/*.md',
    '../../../docs/guides/*.md',
    '../../../packages/remote-graph/README.md',
    // These are large and of no use here.
    '!../../../docs/{architecture,electron,glossary,packaging,protocol,reliability,testing,where-is}.md',
  ],
  { query: '?raw', import: 'default', eager: true },
);

// The line by which VitePress includes the client's own page from its third line on.
const includesClient = /^<!--@include: .*README\.md\{3,\}-->$/m;

// The Markdown of a page. They are part of the build, so that they can be read without a network.
export function pageSource(path: string): string {
  const source = sources[`../../../docs/${path}.md`] ?? '';
  return source.replace(includesClient, () => {
    const readme = sources['../../../packages/remote-graph/README.md'] ?? '';
    return readme.split('\n').slice(2).join('\n');
  });
}
