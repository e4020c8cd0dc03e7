import type { DocumentationPage } from './read-page.ts';

export interface SearchHit {
  readonly path: string;
  readonly pageTitle: string;
  /** `null` for the page itself. */
  readonly sectionTitle: string | null;
  readonly anchor: string;
  /** The text around the first word that was found. */
  readonly excerpt: string;
}

const mostHits = 40;
/** Characters of an excerpt, and of these before what was found. */
const excerptLength = 140;
const excerptLead = 40;

/** The sections that contain all words, those that have them in their titles first. */
export function searchPages(pages: readonly DocumentationPage[], search: string): readonly SearchHit[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const found: { hit: SearchHit; score: number }[] = [];
  for (const page of pages) {
    for (const [at, { title, anchor, text }] of page.sections.entries()) {
      const titles = `${page.title} ${title}`.toLowerCase();
      const lower = text.toLowerCase();
      if (!words.every((word) => titles.includes(word) || lower.includes(word))) continue;
      const isPage = at === 0;
      const inTitle = (heading: string): number =>
        words.filter((word) => heading.toLowerCase().includes(word)).length;
      const score = 2 * inTitle(title) + inTitle(page.title);
      found.push({
        score,
        hit: {
          path: page.path,
          pageTitle: page.title,
          sectionTitle: isPage ? null : title,
          anchor,
          excerpt: excerptOf(text, words),
        },
      });
    }
  }
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostHits)
    .map(({ hit }) => hit);
}

export function wordsOf(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = lower.indexOf(words.find((word) => lower.includes(word)) ?? '');
  const from = at <= excerptLead ? 0 : text.indexOf(' ', at - excerptLead) + 1;
  const end = from + excerptLength;
  if (end >= text.length) return `${from > 0 ? '… ' : ''}${text.slice(from).trim()}`;
  return `${from > 0 ? '… ' : ''}${text.slice(from, text.lastIndexOf(' ', end))} …`;
}
