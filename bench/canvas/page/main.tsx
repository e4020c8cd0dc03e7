import '../../../src/renderer/ui/base.css';
import { createRoot } from 'react-dom/client';
import type { GraphShape } from '../../../src/shared/model/graph.ts';
import { createNodeActivityStore, type NodeStatus } from '../../../src/renderer/shared-ui/node-activity.ts';
import { layoutGraph } from '../../../src/renderer/graph/layout/layout-graph.ts';
import { layoutInput } from '../../../src/renderer/graph/layout/layout-input.ts';
import { visibleGraph } from '../../../src/renderer/graph/model/visible-graph.ts';
import type { Viewport } from '../../../src/renderer/graph/canvas/viewport.ts';
import { showFloor } from './floor.ts';
import { createLiveRecord } from './live-record.ts';
import { Naive } from './Naive.tsx';
import { Ours } from './Ours.tsx';
import type { Shown, ShowProps } from './rendered-graph.ts';

export type Kind = 'ours' | 'naive' | 'floor';

/** The API that the bench calls in the page. */
export interface BenchPage {
  /** Shows a graph; returns milliseconds until it is painted. The layout is computed before. */
  show(kind: Kind, shape: GraphShape, viewport: Viewport | null): Promise<number>;
  /** Changes one node's status in each frame; returns the frame durations in ms. */
  changeStatuses(frames: number): Promise<number[]>;
  /** The same, as changes of a long thread's record. Their texts are made before. */
  receiveChanges(frames: number): Promise<number[]>;
  /** Milliseconds of each of these changes until it is painted; `nothing`: until a frame is painted without any. */
  timesToPicture(what: 'nothing' | 'status' | 'record', count: number): Promise<number[]>;
  /** Moves the viewport in each frame; returns the frame durations in ms. */
  pan(frames: number): Promise<number[]>;
  /** Waits for frames; returns their durations in ms. */
  rest(frames: number): Promise<number[]>;
  bounds(): { width: number; height: number };
}

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root.');
let handle: Shown | null = null;
let inView: readonly string[] = [];
let extent = { width: 0, height: 0 };

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

async function everyFrame(frames: number, act: (at: number) => void): Promise<number[]> {
  const lengths: number[] = [];
  let before = await frame();
  for (let at = 0; at < frames; at += 1) {
    act(at);
    const now = await frame();
    lengths.push(now - before);
    before = now;
  }
  return lengths;
}

/** Resolves after the next frame was painted. */
async function painted(): Promise<void> {
  await frame();
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve);
    port1.start();
    port2.postMessage(null);
  });
  port1.close();
}

/** Like a run: one node runs after the other, and is finished when the next one starts. */
function statusChanges(): (at: number) => void {
  const changed = new Map<string, { status: NodeStatus; visits: number; ms: null }>();
  return (at) => {
    if (at % 2 === 0) {
      const id = inView[(at / 2) % inView.length] ?? '';
      changed.set(id, { status: 'running', visits: 1, ms: null });
    } else {
      for (const [id, { status }] of changed)
        if (status === 'running') changed.set(id, { status: 'finished', visits: 1, ms: null });
    }
    handle?.setStatuses(new Map(changed));
  };
}

function recordChanges(count: number): (at: number) => void {
  const { changes, receive } = createLiveRecord(inView, count);
  return (at) => handle?.setStatuses(receive(changes[at] ?? ''));
}

const page: BenchPage = {
  async show(kind, shape, viewport) {
    const visible = visibleGraph(shape, 'all', new Map());
    const laidOut = { visible, direction: 'down' as const, layout: layoutGraph(layoutInput(visible)) };
    extent = { width: laidOut.layout.width, height: laidOut.layout.height };
    const activity = createNodeActivityStore();
    await frame();
    const started = performance.now();
    handle = await new Promise<Shown>((ready) => {
      const props: ShowProps = { laidOut, shape, activity, viewport, onReady: ready };
      if (kind === 'floor') showFloor(root, props);
      else createRoot(root).render(kind === 'ours' ? <Ours {...props} /> : <Naive {...props} />);
    });
    await frame();
    await frame();
    const took = performance.now() - started;
    // Computed once, because it is not part of the measurement.
    inView = handle.inView();
    return took;
  },
  changeStatuses: (frames) => everyFrame(frames, statusChanges()),
  receiveChanges: (frames) => everyFrame(frames, recordChanges(frames)),
  async timesToPicture(what, count) {
    const acts = { nothing: () => () => undefined, status: statusChanges, record: recordChanges };
    const act = acts[what](count);
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      await painted();
      // Events come at any time of a frame.
      await new Promise((resolve) => setTimeout(resolve, (at * 7) % 16));
      const started = performance.now();
      act(at);
      await painted();
      times.push(performance.now() - started);
    }
    return times;
  },
  pan: (frames) =>
    everyFrame(frames, (at) => handle?.panBy(at % 60 < 30 ? 14 : -14, at % 40 < 20 ? -18 : 18)),
  rest: (frames) => everyFrame(frames, () => undefined),
  bounds: () => extent,
};
Object.assign(globalThis, { bench: page });
