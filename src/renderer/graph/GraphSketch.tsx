import { clsx } from 'clsx';
import { useId, useMemo } from 'react';
import type { RunDetails } from '../../shared/model/run-index.ts';
import type { ExecutionStatus } from '../../shared/model/thread-record.ts';
import { useGraphShape } from '../queries/shared-queries.ts';
import { styleNameOfStatus, statusStyles } from '../ui/display/status-styles.ts';
import { ArrowMarker } from './canvas/ArrowMarker.tsx';
import { cornerRadius, roundedPath } from './canvas/edge-path.ts';
import { layoutInput } from './layout/layout-input.ts';
import { layoutGraph } from './layout/layout-graph.ts';
import { isTerminalNode, nodeTitle } from './model/node-size.ts';
import { visibleGraph, type VisibleGraph } from './model/visible-graph.ts';
import tones from '../ui/display/tones.module.css';
import styles from './GraphSketch.module.css';

interface GraphSketchProps {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly nodes: RunDetails['nodes'];
}

// Larger graphs take too long to lay out here, and nothing of them could be read.
const maxNodes = 60;
const maxNamed = 20;
const maxHeight = 260;
// As wide as the pane usually is.
const defaultWidth = 360;
const minFontSize = 11;
// Widths of characters as shares of the font's size, on the wide side.
const characterWidth = 0.62;
const iconSize = 14;

/** What ran of a graph, at its top level, without its start and end. A graph that is too large is told in a line. */
export function GraphSketch({ connectionId, assistantId, nodes }: GraphSketchProps) {
  const arrowId = useId();
  const { data: shape } = useGraphShape(connectionId, assistantId, Infinity);
  const drawing = useMemo(() => {
    if (shape === undefined) return null;
    const visible = withoutTerminals(visibleGraph(shape, 0, new Map()));
    if (visible.nodes.length === 0 || visible.nodes.length > maxNodes) return null;
    return { visible, layout: layoutGraph(layoutInput(visible)) };
  }, [shape]);
  const statuses = new Map(nodes.map(({ nodeId, status }) => [nodeId, status]));
  const words = wordsOf(nodes);
  if (drawing === null) return shape === undefined ? null : <p className={styles.words}>{words}</p>;
  const { visible, layout } = drawing;
  const scale = Math.min(1, defaultWidth / layout.width, maxHeight / layout.height);
  const fontSize = Math.max(13, minFontSize / scale);
  return (
    <svg
      className={styles.sketch}
      role="img"
      aria-label={words}
      viewBox={`-2 -2 ${layout.width + 4} ${layout.height + 4}`}
      style={{ maxWidth: layout.width + 4, maxHeight }}
    >
      <ArrowMarker id={arrowId} className={styles.arrow} />
      {visible.edges.map(({ id, conditional }) => (
        <path
          key={id}
          className={clsx(styles.edge, conditional && styles.conditional)}
          markerEnd={`url(#${arrowId})`}
          d={roundedPath(layout.edges.get(id)?.points ?? [], cornerRadius)}
        />
      ))}
      {visible.nodes.map(({ id, node }) => {
        const place = layout.nodes.get(id);
        if (place === undefined) return null;
        const { x, y, width, height } = place;
        const status = statuses.get(id) ?? null;
        const title = nodeTitle(node);
        const { tone, label, Icon, isFilled } =
          statusStyles[status === null ? 'idle' : styleNameOfStatus[status]];
        const room = Math.floor((width - iconSize - 26) / (characterWidth * fontSize));
        return (
          <g
            key={id}
            className={clsx(styles.node, tones[tone], status === null && styles.idle)}
            data-tone={tone}
          >
            <title>{`${title}: ${status === null ? 'did not run' : label}`}</title>
            <rect x={x} y={y} width={width} height={height} rx={cornerRadius} />
            <Icon
              x={x + 10}
              y={y + (height - iconSize) / 2}
              size={iconSize}
              strokeWidth={isFilled ? 1 : 2.4}
              fill={isFilled ? 'currentColor' : 'none'}
            />
            <text x={x + iconSize + 16} y={y + height / 2} fontSize={fontSize}>
              {title.length > room ? `${title.slice(0, Math.max(1, room - 1))}…` : title}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function withoutTerminals({ nodes, edges }: VisibleGraph): VisibleGraph {
  const terminals = new Set(nodes.filter(({ node }) => isTerminalNode(node)).map(({ id }) => id));
  const order = distances(nodes, edges);
  return {
    // From the start on, so that a loop is drawn from where it is entered.
    nodes: nodes
      .filter(({ id }) => !terminals.has(id))
      .toSorted((a, b) => (order.get(a.id) ?? Infinity) - (order.get(b.id) ?? Infinity)),
    edges: edges
      .filter(({ source, target }) => !terminals.has(source) && !terminals.has(target))
      // Their labels would take more room than the nodes.
      .map((edge) => ({ ...edge, labels: [] })),
  };
}

// Of each node from the start, in edges.
function distances(nodes: VisibleGraph['nodes'], edges: VisibleGraph['edges']): ReadonlyMap<string, number> {
  const distance = new Map<string, number>();
  let ring = nodes.filter(({ node }) => node.kind === 'start').map(({ id }) => id);
  for (let step = 0; ring.length > 0; step += 1) {
    for (const id of ring) distance.set(id, step);
    const reached = new Set(ring);
    ring = [...new Set(edges.filter(({ source }) => reached.has(source)).map(({ target }) => target))].filter(
      (id) => !distance.has(id),
    );
  }
  return distance;
}

// `What ran: plan finished, review interrupted.` Nodes of the top level.
function wordsOf(nodes: RunDetails['nodes']): string {
  const top = nodes.filter(({ nodeId }) => !nodeId.includes(':'));
  const named = top.slice(0, maxNamed).map(({ nodeId, status }) => `${nodeId} ${wordOf(status)}`);
  const more = top.length - named.length;
  return `What ran: ${named.join(', ')}${more > 0 ? `, and ${more.toLocaleString('en')} more` : ''}.`;
}

function wordOf(status: ExecutionStatus): string {
  return statusStyles[styleNameOfStatus[status]].label;
}
