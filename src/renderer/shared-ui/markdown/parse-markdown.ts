import type { SyntaxNode } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';
import type { MarkdownBlock, MarkdownElement, MarkdownKind, MarkdownNode } from './markdown-node.ts';

const markdown = parser.configure([GFM]);

// Deeper parts are shown as they were written.
const deepest = 24;
// Elements of a text; the rest is shown as it was written.
const maxElements = 20_000;

const kinds: ReadonlyMap<string, MarkdownKind> = new Map([
  ['Paragraph', 'paragraph'],
  ['Task', 'paragraph'],
  ['Blockquote', 'quote'],
  ['BulletList', 'list'],
  ['OrderedList', 'ordered'],
  ['ListItem', 'item'],
  ['HorizontalRule', 'rule'],
  ['Table', 'table'],
  ['TableHeader', 'row'],
  ['TableRow', 'row'],
  ['TableCell', 'cell'],
  ['Emphasis', 'emphasis'],
  ['StrongEmphasis', 'strong'],
  ['Strikethrough', 'strike'],
  ['HardBreak', 'break'],
]);
// Nodes with nothing but other nodes in them: space and markers between these are not text.
const containers = new Set<MarkdownKind>(['quote', 'list', 'ordered', 'item', 'table', 'row']);
const markers = new Set([
  'HeaderMark',
  'QuoteMark',
  'ListMark',
  'LinkMark',
  'EmphasisMark',
  'CodeMark',
  'StrikethroughMark',
  'TableDelimiter',
  'TaskMarker',
  'LinkTitle',
]);

/**
 * Parses Markdown (CommonMark with tables, tasks and strikethrough). For a hostile text it takes quadratic
 * time, so that it runs in a worker that is ended.
 */
export function parseMarkdown(text: string): MarkdownBlock[] {
  const top = markdown.parse(text).topNode;
  const reading: Reading = { text, targets: readTargets(text, top), elements: 0 };
  const blocks: MarkdownBlock[] = [];
  for (let node = top.firstChild; node; node = node.nextSibling) {
    if (node.name === 'LinkReference') continue;
    blocks.push({ source: text.slice(node.from, node.to), node: readNode(reading, node, 0) });
  }
  return blocks;
}

interface Reading {
  readonly text: string;
  readonly targets: ReadonlyMap<string, string>;
  elements: number;
}

function readTargets(text: string, top: SyntaxNode): Map<string, string> {
  const targets = new Map<string, string>();
  for (const node of top.getChildren('LinkReference')) {
    const label = node.getChild('LinkLabel');
    const url = node.getChild('URL');
    if (label && url) targets.set(labelOf(text.slice(label.from, label.to)), text.slice(url.from, url.to));
  }
  return targets;
}

function labelOf(label: string): string {
  return label
    .replace(/^\[|\]$/g, '')
    .trim()
    .toLowerCase();
}

function readNode(reading: Reading, node: SyntaxNode, depth: number): MarkdownNode {
  const { text } = reading;
  const source = text.slice(node.from, node.to);
  reading.elements += 1;
  if (depth > deepest || reading.elements > maxElements) return source;
  const element = (kind: MarkdownKind, change: Partial<MarkdownElement> = {}): MarkdownElement => ({
    kind,
    children: childrenOf(reading, node, depth, containers.has(kind)),
    ...change,
  });
  const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name);
  if (heading) return element('heading', { level: Number(heading[1]) });
  switch (node.name) {
    case 'ListItem': {
      const marker = node.getChild('Task')?.getChild('TaskMarker');
      return element('item', marker ? { checked: /x/i.test(text.slice(marker.from, marker.to)) } : {});
    }
    case 'OrderedList': {
      const level = Number.parseInt(source, 10);
      return element('ordered', Number.isSafeInteger(level) ? { level } : {});
    }
    case 'FencedCode':
    case 'CodeBlock':
      return readCodeBlock(text, node);
    case 'InlineCode':
      return { kind: 'code', children: [source.replace(/^(`+)([^]*?)\1$/, '$2').replace(/^ (.*) $/s, '$1')] };
    case 'Link':
    case 'Image':
      return readLink(reading, node, depth);
    case 'URL':
    case 'Autolink': {
      const href = source.replace(/^<|>$/g, '');
      return { kind: 'link', children: [href], href };
    }
    case 'Escape':
      return source.slice(1);
    case 'Entity':
      return readEntity(source);
    case 'HardBreak':
      return { kind: 'break', children: [] };
  }
  const kind = kinds.get(node.name);
  // HTML, comments and everything unknown.
  return kind === undefined ? source : element(kind);
}

function childrenOf(
  reading: Reading,
  parent: SyntaxNode,
  depth: number,
  isContainer: boolean,
  end = parent.to,
): MarkdownNode[] {
  const { text } = reading;
  const markdownNodes: MarkdownNode[] = [];
  const add = (part: MarkdownNode): void => {
    const last = markdownNodes.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      markdownNodes[markdownNodes.length - 1] = last + part;
    else if (part !== '') markdownNodes.push(part);
  };
  let index = parent.from;
  for (let node = parent.firstChild; node && node.from < end; node = node.nextSibling) {
    if (!isContainer) add(text.slice(index, node.from));
    index = node.to;
    if (!markers.has(node.name)) add(readNode(reading, node, depth + 1));
    // The space after a marker belongs to it.
    else if (node.name !== 'EmphasisMark' && text.charAt(index) === ' ') index += 1;
  }
  if (!isContainer) add(text.slice(index, end));
  return markdownNodes;
}

function readCodeBlock(text: string, node: SyntaxNode): MarkdownElement {
  const lines = node.getChildren('CodeText').map(({ from, to }) => text.slice(from, to));
  const info = node.getChild('CodeInfo');
  const language = info ? text.slice(info.from, info.to).trim() : '';
  return { kind: 'codeBlock', children: [lines.join('')], ...(language === '' ? {} : { language }) };
}

// Without a target it is text in brackets.
function readLink(reading: Reading, node: SyntaxNode, depth: number): MarkdownNode {
  const { text, targets } = reading;
  const source = text.slice(node.from, node.to);
  const url = node.getChild('URL');
  const label = node.getChild('LinkLabel');
  const [open, close] = node.getChildren('LinkMark');
  if (!open || !close) return source;
  const words = text.slice(open.to, close.from);
  const reference = label ? labelOf(text.slice(label.from, label.to)) : '';
  const href = url
    ? text.slice(url.from, url.to).replace(/^<|>$/g, '')
    : targets.get(reference === '' ? labelOf(words) : reference);
  if (href === undefined) return source;
  if (node.name === 'Image') return { kind: 'image', children: [words], href };
  // What follows the closing bracket is the target.
  return { kind: 'link', children: childrenOf(reading, node, depth, false, close.from), href };
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};

// Rare entities are shown as they were written.
function readEntity(source: string): string {
  const entity = entities[source];
  if (entity !== undefined) return entity;
  const [, hex, decimal] = /^&#(?:x([\da-f]{1,6})|(\d{1,7}));$/i.exec(source) ?? [];
  const code = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal ?? '', 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : source;
}
