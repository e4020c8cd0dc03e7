// Reads one input with every decoder, in turn, and prints the medians. Runs in its own process, so that each
// input starts with a cold compiler.
import { median } from '../median.mjs';
import { eventsourceParser, limit, ours, sdk } from './decoders.mjs';
import { cut, input } from './inputs.mjs';

const name = /** @type {import('./inputs.mjs').InputName} */ (process.argv[2]);
const size = Number(process.argv[3]);
const rounds = Number(process.argv[4]);
const withPeers = process.argv[5] !== 'ours';

const { payloads, bytes } = input(name);
const chunks = cut(bytes, size);
const { eager, framing } = await ours();
/** @type {Record<string, import('./decoders.mjs').Decode>} */
const decoders = { limit: limit(payloads), eager, framing };
if (withPeers) {
  decoders['esp eager'] = eventsourceParser(true);
  decoders['esp framing'] = eventsourceParser(false);
  decoders['sdk'] = await sdk();
}
/** @type {Record<string, number[]>} */
const times = {};
// No forced collections in between: they would discard compiled code.
for (let round = -4; round < rounds; round += 1) {
  for (const [decoder, decode] of Object.entries(decoders)) {
    // It takes many times as long as all others together, so it gets one warm-up round.
    if (decoder === 'sdk' && round < -1) continue;
    const startedAt = performance.now();
    const events = await decode(chunks);
    const ms = performance.now() - startedAt;
    if (events !== payloads.length)
      throw new Error(`${decoder} made ${events} events of ${payloads.length}.`);
    // The first rounds are warm-up.
    if (round >= 0) (times[decoder] ??= []).push(ms);
  }
}
const medians = Object.entries(times).map(([decoder, each]) => [decoder, median(each)]);
console.log(JSON.stringify({ megabytes: bytes.length / 2 ** 20, ...Object.fromEntries(medians) }));
