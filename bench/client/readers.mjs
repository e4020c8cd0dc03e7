import { builtPart } from './built.mjs';

/** Reads one run of so many events and gives how many came. @typedef {(events: number) => Promise<number>} ReadRun */

let sink = /** @type {unknown} */ (null);
export const lastValue = () => sink;

/** The ways to read a run through HTTP. @param {string} url @returns {Promise<Record<string, ReadRun>>} */
export async function readers(url) {
  /** @type {typeof import('remote-graph-client/client')} */
  const { GraphClient } = await import(builtPart('client'));
  const { Client } = await import('@langchain/langgraph-sdk');
  const ours = new GraphClient({ url, apiKey: null });
  const sdk = new Client({ apiUrl: url, apiKey: null });
  return {
    async socket(events) {
      const response = await fetch(`${url}/threads/${events}/runs/stream`, { method: 'POST' });
      for await (const chunk of response.body ?? []) sink = chunk;
      return events;
    },
    async batches(events) {
      let came = 0;
      for await (const batch of ours.runs.stream(String(events), 'a', {}).batches()) {
        sink = batch;
        came += batch.length;
      }
      return came;
    },
    async unparsed(events) {
      let came = 0;
      for await (const frame of ours.runs.stream(String(events), 'a', {})) {
        sink = frame;
        came += 1;
      }
      return came;
    },
    async parsed(events) {
      let came = 0;
      for await (const frame of ours.runs.stream(String(events), 'a', {})) {
        sink = frame.json();
        came += 1;
      }
      return came;
    },
    async sdk(events) {
      let came = 0;
      for await (const event of sdk.runs.stream(String(events), 'a', { input: {} })) {
        sink = event;
        came += 1;
      }
      return came;
    },
    async 'burst ours'(requests) {
      const answers = await Promise.all(Array.from({ length: requests }, () => ours.threads.search()));
      return answers.length;
    },
    async 'burst sdk'(requests) {
      const answers = await Promise.all(Array.from({ length: requests }, () => sdk.threads.search()));
      return answers.length;
    },
  };
}
