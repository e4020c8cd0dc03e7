import { describe, expect, it } from 'vitest';
import { sidebar } from '../../../docs/.vitepress/config.mjs';
import { pageGroups, pageSource } from './pages.ts';
import { allPages, readPage } from './read-page.ts';
import { createPageSearch } from './search-pages.ts';
import { resolveLink } from './PageView.tsx';

const linkPattern = /\]\(([^)\s]+)\)/g;

/** Pages for people who change the studio itself: they are on the site and in the repository only. */
const development = new Set(
  sidebar.find(({ text }) => text === 'Development')?.items.map(({ link }) => link.slice(1)),
);

function hasTarget(target: ReturnType<typeof resolveLink>): boolean {
  const page = allPages().find(({ path }) => path === target?.path);
  if (page === undefined) return false;
  return target?.anchor == null || page.sections.some(({ anchor }) => anchor === target.anchor);
}

/** Other sites, pictures, files of the repository, and pages about development. */
function isElsewhere(href: string): boolean {
  return (
    /^https?:|\.(png|webp)$|^(\.\.\/)+(src|LICENSE|resources)/.test(href) ||
    development.has(href.replace(/^(\.\.\/)+|\.md(#.*)?$/g, ''))
  );
}

describe('the pages', () => {
  it('are those of the site without the ones about development, which are not part of the window', () => {
    const paths = pageGroups.flatMap(({ pages }) => pages.map(({ path }) => path));
    expect(paths).toContain('guides/time-travel');
    expect(development.size).toBeGreaterThan(5);
    expect([...development].filter((path) => paths.includes(path) || pageSource(path) !== '')).toEqual([]);
  });

  it('all have a heading and a text', () => {
    const empty = allPages().filter(
      ({ sections }) => sections.length === 0 || sections.map(({ text }) => text).join('').length < 300,
    );
    expect(empty.map(({ path }) => path)).toEqual([]);
  });

  it('show no mark of a script and no picture', () => {
    for (const page of allPages()) expect(JSON.stringify(page.nodes)).not.toMatch(/<!--|"kind":"image"/);
  });

  it('link to pages and headings that are there', () => {
    const links = allPages().flatMap(({ path }) =>
      [...pageSource(path).matchAll(linkPattern)].map(([, href = '']) => ({ path, href })),
    );
    const within = links.filter(({ path, href }) => resolveLink(href, path) !== null);
    expect(within.length).toBeGreaterThan(25);
    const dead = within.filter(({ path, href }) => !hasTarget(resolveLink(href, path)));
    // The client's page is the README of a package, in whose folder its links lead.
    const unknown = links.filter(
      (link) => !within.includes(link) && link.path !== 'client' && !isElsewhere(link.href),
    );
    expect({ dead, unknown }).toEqual({ dead: [], unknown: [] });
  });

  it('have each heading under an id of its own', () => {
    const ambiguous = allPages().filter(({ anchors }) => new Set(anchors.values()).size !== anchors.size);
    expect(ambiguous.map(({ path }) => path)).toEqual([]);
  });
});

describe('the search', () => {
  const pages = [
    readPage({ path: 'a', title: 'Apples' }, '# Apples\n\nThey grow on trees.\n\n## Peel\n\nWith a knife.\n'),
    readPage(
      { path: 'b', title: 'Trees' },
      '# Trees\n\nBirch.\n\n## Cut\n\n| tool | for |\n| - | - |\n| saw | trees |\n',
    ),
  ];

  const searchPages = createPageSearch(pages);
  const hitsOf = (search: string) => searchPages(search).hits.map(({ path, anchor }) => `${path}#${anchor}`);

  it('finds sections that have all words, in titles first', () => {
    expect(hitsOf('trees')).toEqual(['b#trees', 'b#cut', 'a#apples']);
    expect(hitsOf('TREES saw')).toEqual(['b#cut']);
    expect(hitsOf('peel knife')).toEqual(['a#peel']);
    expect(hitsOf('pears')).toEqual([]);
    expect(hitsOf('  ')).toEqual([]);
  });

  it('finds other endings and misspelled words, and some of the words if no section has all', () => {
    expect(hitsOf('tree')).toEqual(hitsOf('trees'));
    expect(hitsOf('knive')).toEqual(['a#peel']);
    expect(hitsOf('birch pears')).toEqual(['b#trees']);
  });

  it('counts what it does not list', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      readPage({ path: `p${index}`, title: `Page ${index}` }, `# Page ${index}\n\nneedle\n`),
    );
    const { hits, total } = createPageSearch(many)('needle');
    expect([hits.length, total]).toEqual([40, 60]);
  });

  it('shows the text around what it found', () => {
    expect(searchPages('knife').hits[0]?.excerpt).toBe('With a knife.');
    const long = readPage(
      { path: 'c', title: 'C' },
      `# C\n\n${'word '.repeat(60)}needle${' word'.repeat(60)}\n`,
    );
    expect(createPageSearch([long])('needle').hits[0]?.excerpt).toMatch(/^… (word )+needle( word)+ …$/);
  });

  it('finds what a newcomer looks for', () => {
    const search = createPageSearch(allPages());
    const first = (words: string) => search(words).hits[0]?.path;
    expect(first('interrupt')).toBe('guides/answer-interrupts');
    expect(first('webhooks tunnel')).toBe('guides/webhooks');
    expect(first('data folder')).toBe('configuration');
    for (const words of ['cron', 'crons', 'schedule']) expect(first(words)).toBe('guides/crons');
    for (const words of ['hot reload', 'hot-reload', 'hot reloading']) {
      expect(search(words).hits[0]).toMatchObject({
        path: 'guides/local-projects',
        sectionTitle: 'Hot reload',
      });
    }
    expect(first('assistant')).toBe('guides/assistants');
    expect(first('memory')).toBe('guides/memory');
    expect(first('experiment')).toBe('guides/experiments');
  });
});
