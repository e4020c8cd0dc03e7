import { IndexBuilder, type StructuralIndex } from '../../../exact-json/structural-index/structural-index.ts';

/** Milliseconds at a time, so that frames are drawn and keys are heard in between. */
const sliceMs = 8;
/** Values between two looks at the clock. */
const atOnce = 8192;

/**
 * The outline of a long text, made bit by bit in the window's own thread: a worker would first have to get a copy of the
 * text, and the window one of the outline, which takes longer than the outline itself. Rejects with `JsonSyntaxError`,
 * and with the signal's reason when it is aborted.
 */
export async function buildIndexAsync(text: string, signal: AbortSignal): Promise<StructuralIndex> {
  const outlining = new IndexBuilder(text);
  for (;;) {
    const until = performance.now() + sliceMs;
    do {
      const outline = outlining.advance(atOnce);
      if (outline) return outline;
    } while (performance.now() < until);
    await othersWereHeard();
    signal.throwIfAborted();
  }
}

/** Resolves when everything that waited had its turn; a timer would wait four milliseconds each time. */
function othersWereHeard(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((heard) => {
    port1.addEventListener('message', () => {
      port1.close();
      heard();
    });
    port1.start();
    port2.postMessage(null);
  });
}
