import { escapeInvisibleLine } from '../../../shared/escape-invisible.ts';
import type { NodeStatus } from '../../shared-ui/node-activity.ts';
import { cornerRadius, roundedPath, straightRoute } from '../canvas/edge-path.ts';
import type { Box, Point } from '../model/layout-types.ts';
import type { VisibleNode } from '../model/visible-graph.ts';
import { rowName, type AgentRow } from '../model/agent-rows.ts';
import { edgeTitle, nodeHeight, nodeTitle, rowHeight, textWidth } from '../model/node-size.ts';
import { nodeStatusLabels } from '../model/aggregate-status.ts';
import type { EdgeStyle } from '../model/canvas-decorations.ts';
import type { BreakpointMarker } from '../breakpoint-markers.ts';
import type { ExportModel } from './export-model.ts';
import type { ExportColors } from './export-colors.ts';

const margin = 24;
// Named, not embedded: where Inter is missing, the next font is used.
const fonts = "Inter, 'Segoe UI', system-ui, 'Helvetica Neue', Arial, sans-serif";

// A marker per status, so that status isn't conveyed by colour alone.
const markers: Readonly<Record<NodeStatus, string>> = {
  idle: '○',
  queued: '◌',
  next: '◎',
  running: '◔',
  finished: '✓',
  failed: '✕',
  waiting: '‖',
  aborted: '⨯',
  cancelled: '⊘',
  unknown: '?',
  skipped: '⁄',
  later: '◷',
};

export interface SvgImage {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** The drawn graph as a self-contained SVG file: literal colours, named fonts, escaped text. */
export function graphToSvg(drawing: ExportModel, colours: ExportColors): SvgImage {
  const { visible, layout } = drawing.laidOut;
  const width = Math.ceil(layout.width + 2 * margin);
  const height = Math.ceil(layout.height + 2 * margin);
  const open = visible.nodes.filter(({ role }) => role === 'open');
  const closed = visible.nodes.filter(({ role }) => role !== 'open');
  const drawNode = (node: VisibleNode): string[] => {
    const box = layout.nodes.get(node.id);
    return box ? [nodeMarks(node, box, drawing, colours)] : [];
  };
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}" font-family="${escapeXml(fonts)}" font-size="13">`,
    ...(['line-3', 'accent'] as const).map(
      (token) =>
        `<marker id="arrow-${token}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M1 1L7 4L1 7z" fill="${colours[token]}"/></marker>`,
    ),
    `<rect x="${-margin}" y="${-margin}" width="${width}" height="${height}" fill="${colours['bg-0']}"/>`,
    ...open.flatMap(drawNode),
    ...visible.edges.map(({ id, conditional }) =>
      edgeMark(layout.edges.get(id)?.points ?? [], drawing.edgeStyles.get(id), conditional, colours),
    ),
    ...drawing.extraEdges.map(({ source, target, style, title }) => {
      const from = layout.nodes.get(source);
      const to = layout.nodes.get(target);
      return from && to ? edgeMark(straightRoute(from, to), style, false, colours, title) : '';
    }),
    ...visible.edges.flatMap(({ id, labels }) => {
      const label = layout.edges.get(id)?.label;
      return label && labels.length > 0 ? [labelMark(edgeTitle(labels), label, colours)] : [];
    }),
    ...closed.flatMap(drawNode),
    '</svg>',
  ];
  return { text: `${parts.filter((part) => part !== '').join('\n')}\n`, width, height };
}

function edgeMark(
  points: readonly Point[],
  style: EdgeStyle | undefined,
  conditional: boolean,
  colours: ExportColors,
  title = '',
): string {
  if (points.length < 2) return '';
  const token = style === 'taken' || style === 'dotted' ? 'accent' : 'line-3';
  const dashes = style === 'dotted' ? '0.1 5' : conditional ? '5 4' : null;
  const marks = [
    `d="${roundedPath(points, cornerRadius)}"`,
    `fill="none" stroke="${colours[token]}" stroke-width="${style === 'taken' || style === 'dotted' ? 2 : 1.4}"`,
    ...(dashes === null ? [] : [`stroke-dasharray="${dashes}"`]),
    ...(style === 'dotted' ? ['stroke-linecap="round"'] : []),
    ...(style === 'faint' ? ['opacity="0.3"'] : []),
    `marker-end="url(#arrow-${token})"`,
  ];
  return `<path ${marks.join(' ')}>${title === '' ? '' : titleMark(title)}</path>`;
}

function labelMark(text: string, { x, y, width, height }: Box, colours: ExportColors): string {
  return [
    `<g>${titleMark(text)}`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="9" fill="${colours['bg-1']}" stroke="${colours['line-2']}"/>`,
    `<text x="${x + width / 2}" y="${y + height / 2 + 4}" text-anchor="middle" font-size="11" fill="${colours['t-2']}">${escapeXml(fitted(text, width - 14, 11))}</text></g>`,
  ].join('');
}

function nodeMarks(
  { id, node, role, rows = [] }: VisibleNode,
  box: Box,
  drawing: ExportModel,
  colours: ExportColors,
): string {
  const { x, y, width, height } = box;
  const status = drawing.statusOf(id);
  const isPill = node.kind === 'start' || node.kind === 'end';
  const isOpen = role === 'open';
  const colour = statusColour(status, colours);
  const title = nodeTitle(node);
  const marker = isPill || (isOpen && status === 'idle') ? '' : markers[status];
  const description = isPill ? id : `${id}, ${nodeStatusLabels[status]}`;
  const tint = drawing.tints.get(id);
  const note = drawing.notes.get(id);
  const textY = isOpen ? y + 19 : y + (rows.length > 0 ? nodeHeight : height) / 2 + 4.5;
  const { before, after } = drawing.markersOf(id);
  const rect = `x="${x}" y="${y}" width="${width}" height="${height}" rx="${isPill ? height / 2 : isOpen ? 10 : 6}"`;
  return [
    `<g>${titleMark(description)}`,
    role === 'collapsed'
      ? `<rect x="${x + 3}" y="${y + 3}" width="${width}" height="${height}" rx="6" fill="${colours['bg-2']}" stroke="${colours['line-2']}"/>`
      : '',
    `<rect ${rect} fill="${isOpen ? colours['bg-1'] : colours['bg-2']}"${isOpen ? ' fill-opacity="0.7"' : ''} stroke="${colour ?? colours['line-2']}"${status === 'next' || status === 'queued' ? ' stroke-dasharray="4 3"' : ''}/>`,
    tint === undefined
      ? ''
      : `<rect ${rect} fill="${colours.accent}" fill-opacity="${(tint * 0.45).toFixed(3)}"/>`,
    marker === ''
      ? ''
      : `<text x="${x + 11}" y="${textY}" font-size="12" fill="${colour ?? colours['t-2']}">${marker}</text>`,
    `<text x="${isPill ? x + width / 2 : x + (marker === '' ? 11 : 32)}" y="${textY}"${isPill ? ' text-anchor="middle"' : ''} font-weight="550" fill="${isPill || isOpen ? colours['t-2'] : colours['t-1']}">${escapeXml(fitted(title, width - (isPill ? 12 : 44), 13))}</text>`,
    ...rows.map((row, index) => rowMark(row, x, y + nodeHeight + index * rowHeight, width, colours)),
    note === undefined
      ? ''
      : `<text x="${x + width - 8}" y="${y - 4}" text-anchor="end" font-size="11" fill="${colours['t-2']}">${escapeXml(note)}</text>`,
    before === null ? '' : stopMark(x + 16, y, before, colours),
    after === null ? '' : stopMark(x + 16, y + height, after, colours),
    '</g>',
  ].join('');
}

function rowMark(row: AgentRow, x: number, y: number, width: number, colours: ExportColors): string {
  const isNamed = row.kind === 'tool' || row.kind === 'agent';
  const text = isNamed ? rowName(row) : row.text;
  const indent = isNamed ? 32 : 11;
  return `<text x="${x + indent}" y="${y + 13.5}" fill="${isNamed ? colours['t-1'] : colours['t-2']}">${escapeXml(fitted(text, width - indent - 8, 13))}</text>`;
}

function stopMark(x: number, y: number, marker: BreakpointMarker, colours: ExportColors): string {
  const edge = `stroke="${colours['bg-0']}" stroke-width="2"`;
  switch (marker) {
    case 'declared':
      return `<rect x="${x - 4.5}" y="${y - 4.5}" width="9" height="9" rx="1" fill="${colours['bg-0']}" stroke="${colours.fail}" stroke-width="3"/>`;
    case 'set':
      return `<circle cx="${x}" cy="${y}" r="5" fill="${colours.fail}" ${edge}/>`;
    case 'conditional':
      return `<circle cx="${x}" cy="${y}" r="5" fill="${colours.fail}" ${edge}/><path d="M${x - 2.5} ${y - 1.5}h5m-5 3h5" stroke="${colours['bg-0']}" stroke-width="1.3"/>`;
    case 'log':
      return `<path d="M${x} ${y - 6}l6 6l-6 6l-6 -6z" fill="${colours.fail}" ${edge}/>`;
    case 'disabled':
      return `<circle cx="${x}" cy="${y}" r="4.5" fill="${colours['bg-0']}" stroke="${colours['line-3']}" stroke-width="2"/>`;
  }
}

function statusColour(status: NodeStatus, colours: ExportColors): string | null {
  switch (status) {
    case 'running':
    case 'queued':
      return colours.run;
    case 'finished':
      return colours.ok;
    case 'failed':
      return colours.fail;
    case 'waiting':
      return colours.wait;
    case 'next':
      return colours.accent;
    default:
      return null;
  }
}

function titleMark(text: string): string {
  return `<title>${escapeXml(text)}</title>`;
}

function fitted(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, size) > width) characters.pop();
  return `${characters.join('')}…`;
}

// Escapes text for XML: makes hidden characters visible and drops those that XML does not allow.
function escapeXml(text: string): string {
  return escapeInvisibleLine(text)
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
