// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { ExportModel } from './export-model.ts';
import type { ExportColors } from './export-colors.ts';
import { graphToJson } from './graph-to-json.ts';
import { graphToMermaid } from './graph-to-mermaid.ts';
import { graphToSvg } from './graph-to-svg.ts';
import { agentRows } from '../model/agent-rows.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { edgeTitle, nodeTitle } from '../model/node-size.ts';
import { buildGraphShape, writerShape } from '../../../testing/renderer/graph-shape-builder.ts';

const colours: ExportColors = {
  'bg-0': '#000',
  'bg-1': '#111',
  'bg-2': '#222',
  'line-2': '#333',
  'line-3': '#444',
  't-1': '#fff',
  't-2': '#eee',
  accent: '#00f',
  run: '#0ff',
  ok: '#0f0',
  wait: '#ff0',
  fail: '#f00',
};

/** With a tool that was called. */
function withRows(drawing: ExportModel, name: string): ExportModel {
  const { laidOut } = drawing;
  const nodes = laidOut.visible.nodes.map((node) =>
    node.id === 'plan' ? { ...node, rows: agentRows({ tools: [name], subAgents: [] }) } : node,
  );
  return { ...drawing, laidOut: { ...laidOut, visible: { ...laidOut.visible, nodes } } };
}

/** Everything in a row, edges straight through. */
function drawingOf(shape = writerShape, more: Partial<ExportModel> = {}): ExportModel {
  const visible = visibleGraph(shape, 'all', new Map());
  const nodes = new Map(
    visible.nodes.map(({ id }, index) => [id, { x: index * 200, y: 0, width: 150, height: 38 }]),
  );
  const edges = new Map(
    visible.edges.map(({ id }, index) => [
      id,
      {
        points: [
          { x: index, y: 0 },
          { x: index, y: 100 },
        ],
        label: { x: index, y: 50, width: 60, height: 18 },
      },
    ]),
  );
  return {
    laidOut: {
      visible,
      layout: { nodes, edges, width: 2000, height: 100 },
    } as unknown as ExportModel['laidOut'],
    direction: 'down',
    statusOf: (id) => (id === 'plan' ? 'finished' : id === 'review' ? 'waiting' : 'idle'),
    markersOf: (id) => ({ before: id === 'plan' ? 'set' : null, after: id === 'review' ? 'declared' : null }),
    edgeStyles: new Map(),
    extraEdges: [],
    notes: new Map(),
    tints: new Map(),
    ...more,
  };
}

const odd = '<script>alert(1)</script> & "x" \u0000\u202E#];-->\n`';
const oddShape = buildGraphShape([odd, 'end', 'a'], [`a?end(${'<b>"|'})`, `end>${odd}`]);

function parsed(text: string): Document {
  return new DOMParser().parseFromString(text, 'image/svg+xml');
}

describe('graphSvg', () => {
  it('draws every node and edge with names, signs and breakpoints, and needs nothing else', () => {
    const { text, width, height } = graphToSvg(drawingOf(), colours);
    expect([width, height]).toEqual([2048, 148]);
    const { documentElement: svg } = parsed(text);
    expect(svg.querySelectorAll('path[marker-end]')).toHaveLength(writerShape.edges.length);
    const titles = [...svg.querySelectorAll('title')].map((title) => title.textContent);
    expect(titles).toContain('write:deep:polish, not run');
    expect(titles).toContain('plan, finished');
    expect(text).toContain('>✓</text>');
    expect(text).toContain('>‖</text>');
    expect(svg.querySelectorAll('circle')).toHaveLength(1);
    expect(text).not.toMatch(/href|var\(|@import|<style|<image/);
    expect(text).toContain('font-family="Inter,');
  });

  it('draws what the overlay says', () => {
    const [first, second] = drawingOf().laidOut.visible.edges;
    const { text } = graphToSvg(
      drawingOf(writerShape, {
        edgeStyles: new Map([
          [first?.id ?? '', 'taken'],
          [second?.id ?? '', 'faint'],
        ]),
        extraEdges: [{ id: 'x', source: 'plan', target: 'publish', style: 'dotted', title: 'Taken once' }],
        notes: new Map([['plan', '3×']]),
        tints: new Map([['plan', 1]]),
      }),
      colours,
    );
    expect(text).toContain('stroke-dasharray="0.1 5"');
    expect(text).toContain('opacity="0.3"');
    expect(text).toContain('<title>Taken once</title>');
    expect(text).toContain('>3×</text>');
    expect(text).toContain('fill-opacity="0.450"');
  });

  it('escapes whatever a server calls its nodes, and cuts what is too long', () => {
    const { text } = graphToSvg(drawingOf(oddShape), colours);
    const svg = parsed(text);
    expect(svg.querySelector('parsererror')).toBeNull();
    expect(svg.querySelector('script')).toBeNull();
    expect(text).not.toContain('\u0000');
    const long = graphToSvg(drawingOf(buildGraphShape(['x'.repeat(500)], [])), colours).text;
    expect(long).toContain('…</text>');
  });

  it('lists the tools that a node was seen to call, escaped', () => {
    const { text } = graphToSvg(withRows(drawingOf(), '<script>\u202E'), colours);
    const svg = parsed(text);
    expect(svg.querySelector('script')).toBeNull();
    expect(text).not.toContain('\u202E');
    expect([...svg.querySelectorAll('text')].map((one) => one.textContent)).toEqual(
      expect.arrayContaining(['Tools seen', expect.stringContaining('<script>')]),
    );
  });
});

describe('graphMermaid', () => {
  it('nests containers and labels branches', () => {
    expect(graphToMermaid(drawingOf())).toMatchInlineSnapshot(`
      "flowchart TD
        n0(["start"])
        n1["plan"]
        subgraph n2["write"]
          n3["draft"]
          subgraph n4["deep"]
            n5["polish"]
            n6["check"]
          end
        end
        n7["review"]
        n8["publish"]
        n9(["end"])
        n0 --> n1
        n1 --> n3
        n3 --> n5
        n5 --> n6
        n6 --> n7
        n7 -.->|"again"| n1
        n7 -.->|"approved"| n8
        n8 --> n9
      "
    `);
  });

  it('escapes whatever a server calls its nodes', () => {
    const text = graphToMermaid({ ...drawingOf(oddShape), direction: 'right' });
    expect(text.split('\n')[0]).toBe('flowchart LR');
    expect(text).not.toMatch(/<|&|`/);
    expect(text).not.toContain('\u0000');
    expect(text).toContain('n1["end"]');
    expect(text).toContain('n2 -.->|"#60;b#62;#34;#124;"| n1');
  });
});

describe('graphJson', () => {
  it('holds what is drawn, and what was taken once that is known', () => {
    const plain = JSON.parse(graphToJson(drawingOf()));
    expect(plain.nodes).toHaveLength(writerShape.nodes.length);
    expect(plain.nodes[1]).toMatchObject({
      id: 'plan',
      kind: 'plain',
      status: 'finished',
      breakBefore: true,
    });
    expect(plain.edges[0]).toMatchObject({ source: '__start__', target: 'plan', taken: null });
    const { visible } = drawingOf().laidOut;
    const styles = new Map([[visible.edges[0]?.id ?? '', 'taken' as const]]);
    expect(JSON.parse(graphToJson(drawingOf(writerShape, { edgeStyles: styles }))).edges[0].taken).toBe(true);
  });
});

describe('characters that hide or turn the direction', () => {
  const tricks = [
    ['\u202e', '\\u202e'],
    ['\u202b', '\\u202b'],
    ['\u2067', '\\u2067'],
    ['\u200f', '\\u200f'],
    ['\u061c', '\\u061c'],
    ['\u200b', '\\u200b'],
    ['\u2060', '\\u2060'],
    ['\ufeff', '\\ufeff'],
    ['\u{e0041}', '\\u{e0041}'],
    ['\u00ad', '\\u00ad'],
    ['\u0007', '\\u0007'],
    ['\u3164', '\\u3164'],
  ] as const;

  it.each(tricks)('%j is written out in every file and on the canvas', (character, escape) => {
    const shape = buildGraphShape([`a${character}b`, 'c'], [`a${character}b?c(d${character}e)`]);
    const drawing = drawingOf(shape);
    const svg = graphToSvg(drawing, colours).text;
    const mermaid = graphToMermaid(drawing);
    const json = graphToJson(drawing);
    expect([svg, mermaid, json].filter((text) => text.includes(character))).toEqual([]);
    const titles = [...parsed(svg).querySelectorAll('title, text')].map(({ textContent }) => textContent);
    expect(titles).toContain(`a${escape}b`);
    expect(titles).toContain(`d${escape}e`);
    expect(mermaid).toContain(
      `a${escape}b`.replace('\\', '#92;').replace('{', '#123;').replace('}', '#125;'),
    );
    expect(JSON.parse(json).nodes.map(({ name }: { name: string }) => name)).toContain(`a${character}b`);
    // The canvas measures and paints what this gives (`nodeTitle`, `edgeTitle`).
    const [node] = shape.nodes.filter(({ id }) => id === `a${character}b`);
    expect(node && nodeTitle(node)).toBe(`a${escape}b`);
    expect(edgeTitle([`d${character}e`])).toBe(`d${escape}e`);
  });
});
