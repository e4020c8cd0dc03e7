import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useRef, type PointerEvent } from 'react';
import { useCanvas } from './canvas-context.ts';
import { watchStatuses } from './status-watcher.ts';
import { paintNodes, paintScene, type Painting } from './canvas-renderer.ts';
import type { PlacedNote } from './place-edge-notes.ts';
import { useWhenCameraRests } from './use-when-camera-rests.ts';
import { useThemeColors } from './use-theme-colors.ts';
import { visibleArea, type Scene } from './scene.ts';
import { aggregateStatus } from '../model/aggregate-status.ts';
import { freeCorner, type Corner } from './free-corner.ts';
import { boundsOf, overviewViewport, showsAll, type Viewport } from './viewport.ts';
import styles from './Canvas.module.css';

// Throttles status updates, because single nodes are too small to follow.
const statusMs = 200;

// The style sheet has the same size and margin.
const miniMapSize = { width: 132, height: 84 };
const margin = 12;

// The best first.
const mapCorners: readonly Corner[] = ['bottom right', 'top right', 'top left'];

// A canvas that is lower has no room for a map besides what the map shows.
const minPaneHeight = 216;

// From so many nodes on, there is a map even where no corner is free: without it, one loses the way.
const manyNodes = 40;

interface MiniMapProps {
  readonly scene: Scene;
  readonly notes: readonly PlacedNote[];
  /** The corner that is taken. */
  readonly credits: Corner;
  readonly onMove: () => void;
}

/**
 * A minimap with the viewport, in a corner without nodes and badges, and hidden while the whole graph is in view. Clicking or
 * dragging moves the camera.
 */
export function MiniMap({ scene, notes, credits, onMove }: MiniMapProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useRef<Viewport>({ x: 0, y: 0, zoom: 1 });
  const palette = useThemeColors(ref);
  const store = useStoreApi();
  const flow = useReactFlow();
  const { activity, insideOf, extras } = useCanvas();

  const place = useCallback(() => {
    const { transform, width, height } = store.getState();
    const [x, y, zoom] = transform;
    const map = frame.current?.parentElement;
    if (!map) return;
    const corners = mapCorners.filter((one) => one !== credits);
    const pane = { width, height };
    const corner =
      height < minPaneHeight
        ? null
        : freeCorner(scene, { x, y, zoom }, pane, miniMapSize, margin, corners, notes);
    map.dataset['corner'] = corner ?? (scene.nodes.length < manyNodes ? 'none' : (corners[0] ?? 'none'));
  }, [scene, notes, credits, store]);
  useEffect(place, [place]);
  // A map that jumps while the camera moves can't be followed.
  useWhenCameraRests(place);

  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || !palette) return;
    const ratio = window.devicePixelRatio;
    canvas.width = miniMapSize.width * ratio;
    canvas.height = miniMapSize.height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const bounds = boundsOf(scene.laidOut.layout);
    const mapViewport = overviewViewport(bounds, miniMapSize);
    viewport.current = mapViewport;
    const statusOf = (id: string) => aggregateStatus(activity, id, insideOf(id));
    const painting: Painting = {
      scene,
      palette,
      viewport: mapViewport,
      statusOf,
      extras,
      marked: [],
      whole: false,
    };
    paintScene(context, painting, visibleArea(mapViewport, miniMapSize, 0));
    const showFrame = (): void => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      const element = frame.current;
      if (!element) return;
      // Not `hidden`, because that would be another layout in the middle of a pan.
      element.parentElement?.toggleAttribute(
        'data-idle',
        showsAll(bounds, { width, height }, { x, y, zoom }),
      );
      const scale = mapViewport.zoom / zoom;
      element.style.transform = `translate(${mapViewport.x - x * scale}px, ${mapViewport.y - y * scale}px)`;
      element.style.width = `${width * scale}px`;
      element.style.height = `${height * scale}px`;
    };
    showFrame();
    const stopFollowing = store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height)
        showFrame();
    });
    const stopWatching = watchStatuses(
      scene,
      { activity, insideOf },
      (nodes) => paintNodes(context, painting, nodes),
      statusMs,
    );
    return () => {
      stopFollowing();
      stopWatching();
    };
  }, [scene, palette, activity, insideOf, extras, store]);

  const moveTo = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const mapBounds = event.currentTarget.getBoundingClientRect();
    const { x, y, zoom } = viewport.current;
    onMove();
    void flow.setCenter(
      (event.clientX - mapBounds.left - x) / zoom,
      (event.clientY - mapBounds.top - y) / zoom,
      {
        zoom: flow.getZoom(),
      },
    );
  };
  return (
    <div
      className={`${styles.miniMap ?? ''} nopan nowheel`}
      data-testid="graph-map"
      aria-hidden
      onPointerDown={moveTo}
      onPointerMove={moveTo}
    >
      <canvas ref={ref} style={miniMapSize} />
      <div ref={frame} className={styles.miniMapViewport} />
    </div>
  );
}
