import type { CdpTarget } from './cdp.ts';
import { fromChromium, originFromChromium } from './addresses.ts';

/** A frame as the sender of a message: what of Electron's `WebFrameMain` the program reads. */
export interface Frame {
  readonly origin: string;
  readonly url: string;
  readonly parent: Frame | null;
}

/** Knows which frame a script runs in, by what Chromium says and not by what the page says. */
export class Frames {
  readonly #mainFrameId: string;
  readonly #contexts = new Map<number, { readonly frameId: string; readonly origin: string }>();
  readonly #urls = new Map<string, string>();

  constructor(target: CdpTarget, mainFrameId: string) {
    this.#mainFrameId = mainFrameId;
    target.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = context.auxData as { readonly frameId?: string };
      if (frameId) this.#contexts.set(context.id, { frameId, origin: originFromChromium(context.origin) });
    });
    target.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#contexts.delete(executionContextId);
    });
    target.on('Runtime.executionContextsCleared', () => this.#contexts.clear());
    target.on('Page.frameNavigated', ({ frame }) => this.#urls.set(frame.id, fromChromium(frame.url)));
  }

  /** The frame of an execution context; `null` when it is gone, as Electron's `senderFrame` says it. */
  ofContext(contextId: number): Frame | null {
    const context = this.#contexts.get(contextId);
    if (!context) return null;
    const { frameId, origin } = context;
    const parent = frameId === this.#mainFrameId ? null : this.main(origin);
    return { origin, url: this.#urls.get(frameId) ?? '', parent };
  }

  main(origin: string): Frame {
    return { origin, url: this.#urls.get(this.#mainFrameId) ?? '', parent: null };
  }
}
