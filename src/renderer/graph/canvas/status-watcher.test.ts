import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNodeActivityStore, type NodeStatus } from '../../shared-ui/node-activity.ts';
import { watchStatuses } from './status-watcher.ts';
import { layoutGraph } from '../layout/layout-graph.ts';
import { layoutInput } from '../layout/layout-input.ts';
import { visibleGraph } from '../model/visible-graph.ts';
import { buildScene } from './scene.ts';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';

const visible = visibleGraph(buildGraphShape(['a', 's', 's:x', 'b'], ['a>s:x', 's:x>b']), 'all', new Map());
const scene = buildScene({ visible, direction: 'down', layout: layoutGraph(layoutInput(visible)) });
const insideOf = (id: string) => (id === 's' ? ['s:x'] : []);

function watched(restMs?: number) {
  const activity = createNodeActivityStore();
  const notified: string[][] = [];
  const stop = watchStatuses(
    scene,
    { activity, insideOf },
    (nodes) => notified.push(nodes.map(({ id }) => id)),
    restMs,
  );
  const set = (statuses: Record<string, NodeStatus>) =>
    activity.set(
      new Map(Object.entries(statuses).map(([id, status]) => [id, { status, visits: 1, ms: null }])),
    );
  return { notified, stop, set };
}

describe('watchStatuses', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16));
    vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('notifies once a frame of what changed, and of the containers around it', () => {
    const { notified, set } = watched();
    set({ a: 'running' });
    set({ a: 'finished', 's:x': 'running' });
    expect(notified).toEqual([]);
    vi.advanceTimersByTime(16);
    expect(notified).toEqual([['a', 's', 's:x']]);
  });

  it('rests between two times, and forgets nothing', () => {
    const { notified, set } = watched(200);
    set({ a: 'running' });
    vi.advanceTimersByTime(16);
    set({ a: 'finished' });
    vi.advanceTimersByTime(100);
    set({ a: 'finished', b: 'running' });
    expect(notified).toEqual([['a']]);
    vi.advanceTimersByTime(200);
    expect(notified).toEqual([['a'], ['a', 'b']]);
    vi.advanceTimersByTime(1000);
    expect(notified).toHaveLength(2);
  });

  it('notifies nobody after it was stopped', () => {
    const { notified, set, stop } = watched(200);
    set({ a: 'running' });
    stop();
    vi.advanceTimersByTime(1000);
    expect(notified).toEqual([]);
  });
});
