import { textOf, type MarkdownElement, type MarkdownNode } from '../shared-ui/markdown/markdown-node.ts';
import { parseMarkdown } from '../shared-ui/markdown/parse-markdown.ts';
import { pageGroups, pageSource, type PageEntry } from './pages.ts';

export interface DocumentationPage extends PageEntry {
  readonly nodes: readonly MarkdownNode[];
  readonly anchors: ReadonlyMap<MarkdownNode, string>;
  readonly sections: readonly PageSection[];
}

export interface PageSection {
  readonly title: string;
  readonly anchor: string;
  readonly text: string;
}

const read = new Map<string, DocumentationPage>();

export function documentationPage(path: string): DocumentationPage | null {
  const cached = read.get(path);
  if (cached) return cached;
  const entry = pageGroups.flatMap(({ pages }) => pages).find((one) => one.path === path);
  if (!entry) return null;
  const page = readPage(entry, pageSource(path));
  read.set(path, page);
  return page;
}

export function allPages(): readonly DocumentationPage[] {
  return pageGroups.flatMap(({ pages }) => pages.flatMap(({ path }) => documentationPage(path) ?? []));
}

export function readPage(entry: PageEntry, source: string): DocumentationPage {
  const nodes = parseMarkdown(source)
    // Comments mark the parts of a page that scripts write.
    .filter((block) => !block.source.startsWith('<!--'))
    .map(({ node }) => node)
    // Pictures show the window, which is right here.
    .filter((node) => !isPicture(node));
  const sections: { title: string; anchor: string; text: string }[] = [];
  const anchors = new Map<MarkdownElement, string>();
  for (const node of nodes) {
    if (isHeading(node)) {
      const anchor = freeAnchor(anchorOf(textOf(node)), new Set(anchors.values()));
      anchors.set(node, anchor);
      sections.push({ title: textOf(node), anchor, text: '' });
    } else {
      const last = sections.at(-1);
      if (last) last.text += `${plainText(node)} `;
    }
  }
  return { ...entry, nodes, anchors, sections };
}

// The `id` of a heading, as the site has it.
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]+/gu, ' ')
    .trim()
    .replace(/[\s-]+/g, '-');
}

function freeAnchor(anchor: string, takenAnchors: ReadonlySet<string>): string {
  let free = anchor;
  for (let number = 1; takenAnchors.has(free); number += 1) free = `${anchor}-${number}`;
  return free;
}

function isHeading(node: MarkdownNode): node is MarkdownElement {
  return typeof node !== 'string' && node.kind === 'heading';
}

function isPicture(node: MarkdownNode): boolean {
  if (typeof node === 'string' || node.kind !== 'paragraph') return false;
  return node.children.every((child) =>
    typeof child === 'string' ? child.trim() === '' : child.kind === 'image',
  );
}

const blocks = new Set(['paragraph', 'item', 'codeBlock', 'cell', 'row']);

// Text in which words of different blocks don't touch.
function plainText(node: MarkdownNode): string {
  if (typeof node === 'string') return node.replace(/\s+/g, ' ');
  const text = node.children.map(plainText).join('');
  return blocks.has(node.kind) ? `${text} ` : text;
}
