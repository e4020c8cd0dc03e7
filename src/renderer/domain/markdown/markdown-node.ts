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

/** A block at the top of a text, with its source: unchanged source is not rendered again. */
export interface MarkdownBlock {
  readonly source: string;
  readonly node: MarkdownNode;
}

/** The text of a part without its markup. */
export function textOf(node: MarkdownNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}
