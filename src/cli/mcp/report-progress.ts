import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { memberTexts } from 'exact-json';
import { namespaceLevels, nodeIdOf } from '../../shared/checkpoint-namespace.ts';
import { escapeInvisibleLine } from '../../shared/escape-invisible.ts';
import { createProtocolFrameReader } from '../../shared/protocol-frames.ts';
import type { EventPrinter } from '../output/print-events.ts';

export type ToolExtra = Pick<
  RequestHandlerExtra<ServerRequest, ServerNotification>,
  'signal' | 'sendNotification' | '_meta'
>;

/** Tells the client how far a run is, at most once a second, and at least every five, if the client asked for that. */
export interface Progress {
  readonly printer: EventPrinter;
  stop(): void;
}

const intervalMs = 1_000;
const silentIntervals = 5;
const maxNameLength = 60;

export function reportProgress(
  { _meta, sendNotification }: ToolExtra,
  scrub: (text: string) => string,
): Progress {
  const progressToken = _meta?.progressToken;
  const readProtocolFrame = createProtocolFrameReader();
  const startedAt = performance.now();
  let events = 0;
  let node: string | null = null;
  let reported: string | null = null;
  let silent = 0;
  const send = (): void => {
    if (progressToken === undefined) return;
    const state = `${events} events${node === null ? '' : `, last ${node}`}`;
    if (state === reported && (silent += 1) < silentIntervals) return;
    [reported, silent] = [state, 0];
    const seconds = Math.round(performance.now() - startedAt) / 1_000;
    const message = scrub(`Running for ${Math.round(seconds)} s: ${state}`);
    // Seconds, so that it always grows.
    sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress: seconds, message },
    }).catch(() => undefined);
  };
  const timer = progressToken === undefined ? null : setInterval(send, intervalMs);
  return {
    printer: {
      start: send,
      frame(frame) {
        events += 1;
        const { mode, namespace, text } = readProtocolFrame(frame);
        if (mode !== 'updates') return;
        const name = memberTexts(text).at(-1)?.key;
        if (name === undefined) return;
        const path = nodeIdOf(namespaceLevels(namespace), name);
        node = escapeInvisibleLine(path.slice(0, maxNameLength));
      },
      end: () => undefined,
    },
    stop() {
      if (timer !== null) clearInterval(timer);
    },
  };
}
