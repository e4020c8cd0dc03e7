import { ViewportPortal } from '@xyflow/react';
import { clsx } from 'clsx';
import { memo, use } from 'react';
import { ArrowMarker } from './ArrowMarker.tsx';
import { CanvasIdContext } from './canvas-context.ts';
import type { CanvasDecorations, EdgeStyle } from '../model/canvas-decorations.ts';
import { cornerRadius, roundedPath, straightRoute } from './edge-path.ts';
import type { LayoutResult } from '../model/layout-types.ts';
import { edgeTitle } from '../model/node-size.ts';
import type { PlacedNote } from './place-edge-notes.ts';
import type { SceneEdge } from './scene.ts';
import styles from './Canvas.module.css';

export interface EdgeLayerProps extends Pick<CanvasDecorations, 'edgeStyles' | 'extraEdges'> {
  readonly notes: readonly PlacedNote[];
  readonly layout: LayoutResult;
  readonly edges: readonly SceneEdge[];
}

const styleClass: Readonly<Record<EdgeStyle, string | undefined>> = {
  faint: styles.faint,
  dotted: styles.dotted,
  taken: styles.taken,
  new: styles.newEdge,
  changed: styles.changedEdge,
  removed: styles.removedEdge,
};

// A note on a new or changed edge looks like that of a node.
const noteClass: Partial<Record<EdgeStyle, string | undefined>> = {
  new: styles.newNote,
  changed: styles.changedNote,
};

function useArrowId(): string {
  return `${use(CanvasIdContext)}-arrow`;
}

const EdgeLine = memo(function EdgeLine({
  line,
  look,
}: {
  readonly line: SceneEdge;
  readonly look: EdgeStyle | undefined;
}) {
  const arrowId = useArrowId();
  const { id, edge, route } = line;
  return (
    <path
      className={clsx(styles.edge, edge.conditional && styles.conditional, look && styleClass[look])}
      d={roundedPath(route.points, cornerRadius)}
      markerEnd={`url(#${arrowId})`}
      data-testid={`edge-${id}`}
      data-source={edge.source}
      data-target={edge.target}
      data-conditional={edge.conditional}
      data-look={look}
    />
  );
});

export const EdgeLayer = memo(function EdgeLayer({
  layout,
  edges,
  edgeStyles,
  extraEdges,
  notes,
}: EdgeLayerProps) {
  const arrowId = useArrowId();
  return (
    <ViewportPortal>
      <svg className={styles.edges} role="presentation">
        <defs>
          <ArrowMarker id={arrowId} className={styles.arrow} />
        </defs>
        {edges.map((edge) => (
          <EdgeLine key={edge.id} line={edge} look={edgeStyles.get(edge.id)} />
        ))}
        {extraEdges.map(({ id, source, target, style, title }) => {
          const from = layout.nodes.get(source);
          const to = layout.nodes.get(target);
          return from && to ? (
            <path
              key={id}
              className={clsx(styles.edge, styleClass[style])}
              d={roundedPath(straightRoute(from, to), cornerRadius)}
              markerEnd={`url(#${arrowId})`}
              data-testid={`extra-edge-${id}`}
              data-source={source}
              data-target={target}
              data-look={style}
            >
              <title>{title}</title>
            </path>
          ) : null;
        })}
      </svg>
      {edges.map(({ id, edge, route: { label } }) => {
        const text = edgeTitle(edge.labels);
        return label && text !== '' ? (
          <span
            key={id}
            className={styles.edgeLabel}
            title={text}
            style={{
              width: label.width,
              height: label.height,
              left: label.x,
              top: label.y,
            }}
          >
            {text}
          </span>
        ) : null;
      })}
      {notes.map(({ edgeId, text, title, box }) => (
        <span
          key={edgeId}
          className={clsx(styles.edgeNote, noteClass[edgeStyles.get(edgeId) ?? 'taken'])}
          title={title}
          data-testid={`edge-note-${edgeId}`}
          style={{ width: box.width, height: box.height, left: box.x, top: box.y }}
        >
          {text}
        </span>
      ))}
    </ViewportPortal>
  );
});
