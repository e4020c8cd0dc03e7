import type { VisibleGraph, VisibleNode } from '../model/visible-graph.ts';
import { edgeTitle, nodeTitle } from '../model/node-size.ts';
import type { ExportModel } from './export-model.ts';

// The drawn graph as a Mermaid flowchart: expanded containers as subgraphs, conditional edges dotted with
// their labels.
export function graphToMermaid({
  laidOut,
  direction,
}: Pick<ExportModel, 'direction'> & { readonly laidOut: { readonly visible: VisibleGraph } }): string {
  const { nodes, edges } = laidOut.visible;
  // Some ids are keywords in Mermaid (`end`, `o`, `x`), so nodes are numbered.
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const lines = [`flowchart ${direction === 'down' ? 'TD' : 'LR'}`];
  const write = (parent: string | null, indent: string): void => {
    for (const node of nodes) {
      if (node.parent !== parent) continue;
      const name = names.get(node.id) ?? '';
      if (node.role === 'open') {
        lines.push(`${indent}subgraph ${name}["${escapeLabel(nodeTitle(node.node))}"]`);
        write(node.id, `${indent}  `);
        lines.push(`${indent}end`);
      } else {
        lines.push(`${indent}${name}${shapeOf(node)}`);
      }
    }
  };
  write(null, '  ');
  for (const { source, target, conditional, labels } of edges) {
    const from = names.get(source);
    const to = names.get(target);
    if (from === undefined || to === undefined) continue;
    const label = labels.length === 0 ? '' : `|"${escapeLabel(edgeTitle(labels))}"|`;
    lines.push(`  ${from} ${conditional ? '-.->' : '-->'}${label} ${to}`);
  }
  return `${lines.join('\n')}\n`;
}

function shapeOf({ node, role }: VisibleNode): string {
  const title = escapeLabel(nodeTitle(node));
  if (node.kind === 'start' || node.kind === 'end') return `(["${title}"])`;
  return role === 'collapsed' ? `[["${title}"]]` : `["${title}"]`;
}

// Escapes text within quotes: Mermaid writes entities with `#`. It looks for comments (`%%`) and for styles
// (`style …:`) before it looks for quotes.
function escapeLabel(text: string): string {
  return text.replace(/[#&"<>`\\|[\]{}%:]/g, (character) => `#${character.codePointAt(0)};`);
}
