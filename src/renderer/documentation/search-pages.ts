import MiniSearch from 'minisearch';
import type { DocumentationPage } from './read-page.ts';

export interface SearchHit {
  readonly path: string;
  readonly pageTitle: string;
  readonly sectionTitle: string | null;
  readonly anchor: string;
  readonly excerpt: string;
}

export interface PageSearchResult {
  readonly hits: readonly SearchHit[];
  readonly total: number;
}

const maxHits = 40;
// Characters of an excerpt, and of these before what was found.
const excerptLength = 140;
const excerptLead = 40;

interface IndexedSection {
  readonly id: number;
  readonly page: DocumentationPage;
  readonly isPage: boolean;
  readonly anchor: string;
  readonly title: string;
  readonly pageTitle: string;
  readonly text: string;
}

// Shorter words have too many neighbours.
const minFuzzyLength = 5;

// Makes a search over the sections of pages: those that have all words, also with another ending or a misspelling, best
// first. If no section has all of them, those that have some.
export function createPageSearch(pages: readonly DocumentationPage[]): (search: string) => PageSearchResult {
  const sections: readonly IndexedSection[] = pages
    .flatMap((page) =>
      page.sections.map(({ title, anchor, text }, index) => ({
        page,
        isPage: index === 0,
        anchor,
        title,
        pageTitle: page.title,
        text,
      })),
    )
    .map((section, id) => ({ id, ...section }));
  // As the site searches, which VitePress does with the same library.
  const index = new MiniSearch<IndexedSection>({
    fields: ['title', 'pageTitle', 'text'],
    searchOptions: {
      boost: { title: 4, pageTitle: 2 },
      prefix: true,
      fuzzy: (word) => (word.length >= minFuzzyLength ? 0.2 : false),
      boostDocument: (id: number) => {
        const section = sections[id];
        if (section === undefined) return 1;
        return (section.isPage ? 1.5 : 1) * (section.page.path.startsWith('guides/') ? 2.5 : 1);
      },
    },
  });
  index.addAll(sections);
  return (search) => {
    const all = index.search(search, { combineWith: 'AND' });
    const searchResults = all.length > 0 ? all : index.search(search);
    const hits = searchResults.slice(0, maxHits).flatMap(({ id, terms }) => {
      const section = sections[id as number];
      if (section === undefined) return [];
      const { page, isPage, title, anchor, text } = section;
      return {
        path: page.path,
        pageTitle: page.title,
        sectionTitle: isPage ? null : title,
        anchor,
        excerpt: excerptOf(text, terms),
      };
    });
    return { hits, total: searchResults.length };
  };
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const index = lower.indexOf(words.find((word) => lower.includes(word)) ?? '');
  const from = index <= excerptLead ? 0 : text.indexOf(' ', index - excerptLead) + 1;
  const end = from + excerptLength;
  if (end >= text.length) return `${from > 0 ? '… ' : ''}${text.slice(from).trim()}`;
  return `${from > 0 ? '… ' : ''}${text.slice(from, text.lastIndexOf(' ', end))} …`;
}
