import { IndexBuilder, type StructuralIndex } from 'exact-json';

// Milliseconds per slice, so that frames and key events are handled in between.
const sliceMs = 8;
// Values between checks of the clock.
const atOnce = 8192;

// Builds the structural index of a long text in slices on the main thread: copying the text to a worker and
// the index back takes longer than building it. Rejects with `JsonSyntaxError`, or with the signal's reason
// on abort.
export async function buildIndexAsync(text: string, signal: AbortSignal): Promise<StructuralIndex> {
  const builder = new IndexBuilder(text);
  for (;;) {
    const deadline = performance.now() + sliceMs;
    do {
      const structuralIndex = builder.advance(atOnce);
      if (structuralIndex) return structuralIndex;
    } while (performance.now() < deadline);
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
}

// Yields to the event loop. A timer would add four milliseconds each time.
function yieldToEventLoop(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
