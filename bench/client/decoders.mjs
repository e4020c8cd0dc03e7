import { createParser } from 'eventsource-parser';
import { readdirSync } from 'node:fs';
import { builtPart } from './built.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';

/**
 * A way to read a stream: takes its chunks, gives how many events it made. `touch` keeps a result from being optimised
 * away.
 * @typedef {(chunks: readonly Uint8Array[]) => number | Promise<number>} Decode
 */

let sink = /** @type {unknown} */ (null);
/** @param {unknown} value */
const touch = (value) => {
  sink = value;
};
export const lastValue = () => sink;

/** The limit: what nobody can do without. @param {readonly Buffer[]} payloads @returns {Decode} */
export const limit = (payloads) => () => {
  for (const payload of payloads) touch(JSON.parse(payload.toString('utf8')));
  return payloads.length;
};

/** @returns {Promise<{ eager: Decode, framing: Decode }>} */
export async function ours() {
  /** @type {typeof import('remote-graph-client/testing')} */
  const { SseDecoder } = await import(builtPart('testing'));
  /** @type {Decode} */
  const eager = (chunks) => {
    const decoder = new SseDecoder();
    let events = 0;
    for (const chunk of chunks) {
      const batch = decoder.pushBatch(chunk);
      for (let at = 0; at < batch.count; at += 1) touch(JSON.parse(batch.frame(at).text));
      events += batch.count;
    }
    return events;
  };
  /** @type {Decode} */
  const framing = (chunks) => {
    const decoder = new SseDecoder();
    let events = 0;
    for (const chunk of chunks) {
      const batch = decoder.pushBatch(chunk);
      for (let at = 0; at < batch.count; at += 1) touch(batch.to(at));
      events += batch.count;
    }
    return events;
  };
  return { eager, framing };
}

/** The official SDK's own decoders, chained as it chains them. @returns {Promise<Decode>} */
export async function sdk() {
  const folder = inRoot('node_modules/@langchain/langgraph-sdk/dist/utils');
  if (!readdirSync(folder).includes('sse.js'))
    throw new Error('The SDK keeps its decoder somewhere else now.');
  const { BytesLineDecoder, SSEDecoder } = await import(`${folder}/sse.js`);
  return async (chunks) => {
    let next = 0;
    /** @type {ReadableStream<Uint8Array>} */
    const source = new ReadableStream({
      pull(controller) {
        const chunk = chunks[next];
        next += 1;
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const reader = source.pipeThrough(BytesLineDecoder()).pipeThrough(SSEDecoder()).getReader();
    let events = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return events;
      touch(value);
      events += 1;
    }
  };
}

/** `feed` with text that a streaming `TextDecoder` made. @param {boolean} eager @returns {Decode} */
export const eventsourceParser = (eager) => (chunks) => {
  let events = 0;
  const parser = createParser({
    onEvent({ data }) {
      touch(eager ? JSON.parse(data) : data);
      events += 1;
    },
  });
  const decoder = new TextDecoder();
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
  return events;
};
