import type { GraphNode } from '../../../shared/model/graph.ts';
import { escapeInvisibleLine } from '../../../shared/escape-invisible.ts';
import { type AgentRow, rowName } from './agent-rows.ts';
import type { VisibleNode } from './visible-graph.ts';

// Estimated character widths in px for Inter, on the wide side.
const wide = /[A-Z@%&MWmw_]/;
const narrow = /[iljtfrI.,:;'|!()[\] ]/;

/** The estimated width of a text in px, independent of the DOM and so the same everywhere. */
export function textWidth(text: string, fontSize: number): number {
  let units = 0;
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) > 0x2e80) units += 1.05;
    else if (wide.test(character)) units += 0.74;
    else if (narrow.test(character)) units += 0.36;
    else units += 0.6;
  }
  return Math.ceil(units * fontSize);
}

const minNodeWidth = 132;
// Longer names are truncated; the tooltip has the full name.
const maxNodeWidth = 272;
// Icon, gap and padding; and the button of a collapsed container.
const nodeChrome = 54;
const collapseButton = 26;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function nodeTitle(node: GraphNode): string {
  if (node.kind === 'start') return 'start';
  if (node.kind === 'end') return 'end';
  return escapeInvisibleLine(node.label);
}

export function isTerminalNode({ kind }: GraphNode): boolean {
  return kind === 'start' || kind === 'end';
}

/** The size of a node's box; for an expanded container the minimum that its title needs. */
export function nodeSize({ node, role, rows = [] }: Pick<VisibleNode, 'node' | 'role' | 'rows'>): Size {
  const title = nodeTitle(node);
  if (role === 'open') return { width: clamp(textWidth(title, 13) + 150, minTitleWidth, 340), height: 60 };
  if (isTerminalNode(node)) return { width: 76, height: 28 };
  const chrome = nodeChrome + (role === 'collapsed' ? collapseButton : 0);
  const width = rows.reduce((max, row) => Math.max(max, rowWidth(row)), textWidth(title, 13) + chrome);
  return {
    width: clamp(width, minNodeWidth, maxNodeWidth),
    height: nodeHeight + (rows.length === 0 ? 0 : rows.length * rowHeight + rowsPadding),
  };
}

export const nodeHeight = 42;
/** The height of each row of a node, and the room under the last one; the style sheet has the same. */
export const rowHeight = 18;
const rowsPadding = 6;
// Padding, icon and gap before a row's name, and its number and time after it.
const rowChrome = 20 + 18 + 78;

function rowWidth(row: AgentRow): number {
  const isNamed = row.kind === 'tool' || row.kind === 'agent';
  return isNamed ? textWidth(rowName(row), 13) + rowChrome : 0;
}

// Has room for a badge on the right of an edge that enters in the middle.
const minTitleWidth = 204;

// Maximum width of the name in an expanded container's title; the style sheet has the same limit.
const maxTitleWidth = 240;
// The padding and the icon before the name, and room after it.
const titleChrome = 38;

/** How far the title of an expanded container extends from its left border. */
export function titleExtent(node: GraphNode): number {
  return titleChrome + Math.min(maxTitleWidth, textWidth(nodeTitle(node), 13));
}

const maxLabelWidth = 200;

export function edgeTitle(labels: readonly string[]): string {
  return escapeInvisibleLine(labels.join(' | '));
}

export function labelSize(labels: readonly string[]): Size | null {
  if (labels.length === 0) return null;
  return { width: Math.min(maxLabelWidth, textWidth(edgeTitle(labels), 13) + 20), height: 20 };
}

function clamp(value: number, min: number, limit: number): number {
  return Math.min(limit, Math.max(min, Math.round(value)));
}
