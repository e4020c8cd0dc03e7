import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useRef, type PointerEvent } from 'react';
import { useCanvas } from './canvas-context.ts';
import { watchStatuses } from './status-watcher.ts';
import { paintNodes, paintScene, type Painting } from './canvas-renderer.ts';
import { useThemeColors } from './use-theme-colors.ts';
import { visibleArea, type Scene } from './scene.ts';
import { aggregateStatus } from '../model/aggregate-status.ts';
import { boundsOf, overviewViewport, showsAll, type Viewport } from './viewport.ts';
import styles from './Canvas.module.css';

// Throttles status updates: nobody follows single nodes here.
const restMs = 200;

// The style sheet has the same size.
const miniMapSize = { width: 132, height: 84 };

/** A minimap with the viewport, hidden while the whole graph is in view. Clicking or dragging moves the camera. */
export function MiniMap({ scene, onMove }: { readonly scene: Scene; readonly onMove: () => void }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useRef<Viewport>({ x: 0, y: 0, zoom: 1 });
  const palette = useThemeColors(ref);
  const store = useStoreApi();
  const flow = useReactFlow();
  const { activity, insideOf, extras } = useCanvas();

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
      const box = frame.current;
      if (!box) return;
      // Not `hidden`, because that would be another layout in the middle of a pan.
      box.parentElement?.toggleAttribute('data-idle', showsAll(bounds, { width, height }, { x, y, zoom }));
      const scale = mapViewport.zoom / zoom;
      box.style.transform = `translate(${mapViewport.x - x * scale}px, ${mapViewport.y - y * scale}px)`;
      box.style.width = `${width * scale}px`;
      box.style.height = `${height * scale}px`;
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
      restMs,
    );
    return () => {
      stopFollowing();
      stopWatching();
    };
  }, [scene, palette, activity, insideOf, extras, store]);

  const moveTo = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    const { x, y, zoom } = viewport.current;
    onMove();
    void flow.setCenter((event.clientX - box.left - x) / zoom, (event.clientY - box.top - y) / zoom, {
      zoom: flow.getZoom(),
    });
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
