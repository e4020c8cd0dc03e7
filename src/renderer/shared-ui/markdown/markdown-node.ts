/**
 * A part of a Markdown text as plain data, because it comes from a worker. A string is text. There is no kind
 * for HTML: markup in a text is text.
 */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  readonly kind: MarkdownKind;
  readonly children: readonly MarkdownNode[];
  /** The level of a heading; the first number of an ordered list. */
  readonly level?: number;
  readonly href?: string;
  readonly checked?: boolean;
  readonly language?: string;
}

export type MarkdownKind =
  | 'paragraph'
  | 'heading'
  | 'quote'
  | 'list'
  | 'ordered'
  | 'item'
  | 'codeBlock'
  | 'rule'
  | 'table'
  | 'row'
  | 'cell'
  | 'emphasis'
  | 'strong'
  | 'strike'
  | 'code'
  | 'link'
  | 'image'
  | 'break';

export interface MarkdownBlock {
  readonly source: string;
  readonly node: MarkdownNode;
}

export function textOf(node: MarkdownNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}
