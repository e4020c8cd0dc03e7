// The window: the studio's state tree, which searches long texts in its worker.
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { StateTree } from '../../../src/renderer/thread-state/tree/StateTree.tsx';
import '../../../src/renderer/ui/tokens.css';

const box = document.getElementById('root');
let root: Root | null = null;
let text = '';

/** Resolves when something exists and was painted. */
function painted(isThere: () => boolean): Promise<number> {
  return new Promise((done) => {
    const check = (): void => {
      if (!isThere()) return;
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    };
    const watcher = new MutationObserver(check);
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
    check();
  });
}

const tree = (): Element | null => document.querySelector('[role="tree"]');
const has = (selector: string): boolean => document.querySelector(selector) !== null;

async function drawOther(name: 'lite' | 'uiw'): Promise<(value: object) => ReactElement> {
  if (name === 'lite') {
    const { JsonView, allExpanded, defaultStyles } = await import('react-json-view-lite');
    return (value) => <JsonView data={value} shouldExpandNode={allExpanded} style={defaultStyles} />;
  }
  const { default: JsonView } = await import('@uiw/react-json-view');
  return (value) => <JsonView value={value} collapsed={false} />;
}

/** The API that the bench calls in the page. */
const bench = {
  async load(address: string): Promise<void> {
    text = await (await fetch(address)).text();
  },
  /** The fastest of several parses. */
  parse(rounds: number): number {
    let min = Infinity;
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      JSON.parse(text);
      min = Math.min(min, performance.now() - from);
    }
    return min;
  },
  /** From the text to its first rows. */
  async open(): Promise<number> {
    const from = performance.now();
    root = box ? createRoot(box) : null;
    root?.render(<StateTree text={text} label="State tree" />);
    return (await painted(() => has('[role="treeitem"]'))) - from;
  },
  /** The same in another tree, fully expanded. */
  async openOther(name: 'lite' | 'uiw'): Promise<number> {
    const draw = await drawOther(name);
    const from = performance.now();
    root = box ? createRoot(box) : null;
    root?.render(draw(JSON.parse(text) as object));
    return (await painted(() => (box?.querySelectorAll('div').length ?? 0) > 1000)) - from;
  },
  close(): void {
    root?.unmount();
    root = null;
  },
  async expandAll(): Promise<number> {
    const from = performance.now();
    const height = (): number => document.querySelector('[role="tree"] > div')?.clientHeight ?? 0;
    const before = height();
    document.querySelector<HTMLElement>('[aria-label="Expand all"]')?.click();
    return (await painted(() => height() !== before)) - from;
  },
  /** Scrolls through everything; returns the frame durations in ms. */
  async scroll(frames: number): Promise<number[]> {
    const element = tree();
    const lengths: number[] = [];
    let before = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < frames; frame += 1) {
      if (element)
        element.scrollTop = frame % 2 === 0 ? frame * 137 : (element.scrollHeight * frame) / frames;
      const now = await new Promise<number>(requestAnimationFrame);
      lengths.push(now - before);
      before = now;
    }
    return lengths;
  },
};
Object.assign(window, { bench });
