import { graphToJson } from '../../renderer/graph/export/graph-to-json.ts';
import { graphToMermaid } from '../../renderer/graph/export/graph-to-mermaid.ts';
import { graphToSvg } from '../../renderer/graph/export/graph-to-svg.ts';
import { layoutInput } from '../../renderer/graph/layout/layout-input.ts';
import { layoutGraph } from '../../renderer/graph/layout/layout-graph.ts';
import type { FlowDirection } from '../../renderer/graph/model/layout-types.ts';
import { visibleGraph, type XrayLevel } from '../../renderer/graph/model/visible-graph.ts';
import type { GraphShape } from '../../shared/model/graph.ts';

export interface DrawOptions {
  // Depth of subgraphs that are expanded.
  readonly level: XrayLevel;
  readonly direction: FlowDirection;
  readonly theme: 'light' | 'dark';
}

export const svgColors = {
  light: {
    'bg-0': '#f3f5f8',
    'bg-1': '#ffffff',
    'bg-2': '#f8f9fb',
    'line-2': '#cbd2dc',
    'line-3': '#828c9b',
    't-1': '#141922',
    't-2': '#4c5665',
    accent: '#3b5bdb',
    run: '#1a62d6',
    ok: '#0f6e43',
    wait: '#7d5300',
    fail: '#b42f26',
  },
  dark: {
    'bg-0': '#0c0e12',
    'bg-1': '#11141a',
    'bg-2': '#171b23',
    'line-2': '#313a48',
    'line-3': '#667285',
    't-1': '#e7eaf0',
    't-2': '#a3acba',
    accent: '#8aa4ff',
    run: '#58a6ff',
    ok: '#46c08a',
    wait: '#e8b955',
    fail: '#f47b73',
  },
} as const;

/** Draws a graph as the window exports it. All three formats escape the server's text. */
export function drawGraph(
  shape: GraphShape,
  format: 'mermaid' | 'svg' | 'json',
  options: DrawOptions,
): string {
  const { direction } = options;
  const visible = visibleGraph(shape, options.level, new Map());
  if (format === 'mermaid') return graphToMermaid({ laidOut: { visible }, direction });
  const nodes = new Map(visible.nodes.map(({ id, node }) => [id, node]));
  const drawing = {
    laidOut: { visible, direction, layout: layoutGraph(layoutInput(visible, direction)) },
    direction,
    statusOf: () => 'idle' as const,
    markersOf: (id: string) => ({
      before: nodes.get(id)?.breakBefore ? ('declared' as const) : null,
      after: nodes.get(id)?.breakAfter ? ('declared' as const) : null,
    }),
    edgeStyles: new Map(),
    extraEdges: [],
    notes: new Map(),
    tints: new Map(),
  };
  return format === 'svg' ? graphToSvg(drawing, svgColors[options.theme]).text : graphToJson(drawing);
}
