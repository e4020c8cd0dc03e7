import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useCanvas } from './canvas-context.ts';
import { watchStatuses } from './status-watcher.ts';
import { paintNodes, paintScene, type Painting } from './canvas-renderer.ts';
import { useThemeColors } from './use-theme-colors.ts';
import { visibleArea, type Scene } from './scene.ts';
import { aggregateStatus } from '../model/aggregate-status.ts';
import type { Viewport } from './viewport.ts';
import styles from './Canvas.module.css';

// The painted area exceeds the pane by this fraction on each side, so that small moves need no repaint.
const beyond = 0.25;

// Repaints once scaling would look coarse, or when the zoom rests.
const coarse = 1.35;
const restMs = 90;

export interface OverviewLayerProps {
  readonly scene: Scene;
  readonly selectedId: string | null;
  readonly currentId: string | null;
}

/** A large graph at low zoom: one canvas that moves with the camera and is repainted at its edges. */
export function OverviewLayer({ scene, selectedId, currentId }: OverviewLayerProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const palette = useThemeColors(ref);
  const store = useStoreApi();
  const { activity, insideOf, extras } = useCanvas();

  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || !palette) return;
    const statusOf = (id: string) => aggregateStatus(activity, id, insideOf(id));
    const marked = [selectedId, currentId].filter((id) => id !== null);
    let painting: Painting | null = null;
    let paintedAt: Viewport = { x: 0, y: 0, zoom: 1 };
    let timer: ReturnType<typeof setTimeout> | undefined;

    const paint = (at: Viewport): void => {
      clearTimeout(timer);
      const pane = {
        width: canvas.parentElement?.clientWidth ?? 0,
        height: canvas.parentElement?.clientHeight ?? 0,
      };
      const margin = { x: Math.round(pane.width * beyond), y: Math.round(pane.height * beyond) };
      const ratio = window.devicePixelRatio;
      const width = pane.width + 2 * margin.x;
      const height = pane.height + 2 * margin.y;
      // Setting a size also clears the canvas.
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      const viewport = { x: at.x + margin.x, y: at.y + margin.y, zoom: at.zoom };
      painting = { scene, palette, viewport, statusOf, extras, marked, whole: true };
      paintScene(context, painting, visibleArea(viewport, { width, height }, 0));
      paintedAt = at;
      canvas.style.transform = `translate(${-margin.x}px, ${-margin.y}px)`;
    };
    const follow = (): void => {
      const [x, y, zoom] = store.getState().transform;
      const pane = {
        width: canvas.parentElement?.clientWidth ?? 0,
        height: canvas.parentElement?.clientHeight ?? 0,
      };
      const scale = zoom / paintedAt.zoom;
      const left = x - (paintedAt.x + pane.width * beyond) * scale;
      const top = y - (paintedAt.y + pane.height * beyond) * scale;
      const covers =
        left <= 0 &&
        top <= 0 &&
        left + pane.width * (1 + 2 * beyond) * scale >= pane.width &&
        top + pane.height * (1 + 2 * beyond) * scale >= pane.height;
      if (painting === null || !covers || scale > coarse || scale < 1 / coarse) {
        paint({ x, y, zoom });
        return;
      }
      canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
      clearTimeout(timer);
      if (scale !== 1) timer = setTimeout(() => paint({ x, y, zoom }), restMs);
    };
    const [x, y, zoom] = store.getState().transform;
    paint({ x, y, zoom });
    const stopFollowing = store.subscribe((now, before) => {
      if (now.width !== before.width || now.height !== before.height) painting = null;
      if (painting === null || now.transform !== before.transform) follow();
    });
    const stopWatching = watchStatuses(scene, { activity, insideOf }, (nodes) => {
      if (painting) paintNodes(context, painting, nodes);
    });
    return () => {
      clearTimeout(timer);
      stopFollowing();
      stopWatching();
    };
  }, [scene, palette, activity, insideOf, extras, store, selectedId, currentId]);

  return <canvas ref={ref} className={styles.overviewLayer} data-testid="graph-far" aria-hidden />;
}
