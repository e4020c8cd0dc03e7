import type { CdpTarget } from './cdp.ts';
import { fromChromium, originFromChromium } from './addresses.ts';

/** The sender of a message: the parts of Electron's `WebFrameMain` that the program reads. */
export interface Frame {
  readonly origin: string;
  readonly url: string;
  readonly parent: Frame | null;
}

/** Maps scripts to frames by what Chromium reports, not by what the page says. */
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

  /** `null` if the frame is gone, like Electron's `senderFrame`. */
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
