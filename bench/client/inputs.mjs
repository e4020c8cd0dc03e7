// Streams as graph servers send them, generated from one seed.

/** @param {number} seed */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const task = 'write:4014035b-2a78-5e4a-b7fa-a226b59f7b4c';
const words = 'the tide turns when moon and sun pull on the same side of the sea and the harbour fills'.split(
  ' ',
);

/** @param {() => number} random @param {number} count */
const prose = (random, count) =>
  Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ');

/** One token of a model's answer: about 300 bytes. @param {() => number} random */
function tokenFrame(random) {
  const chunk = {
    content: prose(random, 1),
    id: 'run-01a1faf6-d681-76ff-8597-7e3cf26304da',
    type: 'AIMessageChunk',
    tool_call_chunks: [],
  };
  const about = { langgraph_node: 'write', langgraph_step: 3, thread_id: '6b1f5c1e-4f34', ls_provider: 'x' };
  return { event: `messages|${task}`, data: JSON.stringify([chunk, about]) };
}

/** A whole state, of the given size. @param {() => number} random @param {number} bytes */
function stateOf(random, bytes) {
  const messages = [];
  for (let size = 0; size < bytes;) {
    const content = prose(random, 20 + Math.floor(random() * 60)) + (random() < 0.1 ? ' – Grüße 你好' : '');
    const message = {
      content,
      type: random() < 0.5 ? 'human' : 'ai',
      id: `m-${Math.floor(random() * 1e9)}`,
      additional_kwargs: {},
      response_metadata: { tokens: Math.floor(random() * 900), cost: random() },
      tool_calls: [],
    };
    messages.push(message);
    size += content.length + 140;
  }
  return { messages, topic: 'tides', step: Math.floor(random() * 40), done: false };
}

/** @param {() => number} random */
function valuesFrame(random) {
  return { event: 'values', data: JSON.stringify(stateOf(random, 5_000 + random() * 45_000)) };
}

/** @param {() => number} random */
function debugFrame(random) {
  const payload = {
    config: { configurable: { thread_id: '6b1f5c1e-4f34', checkpoint_ns: '' } },
    values: stateOf(random, 1_500 + random() * 7_500),
    metadata: { source: 'loop', step: 3, parents: {} },
    next: ['write'],
    tasks: [{ id: task, name: 'write', interrupts: [] }],
  };
  const data = JSON.stringify({ step: 3, type: 'checkpoint', timestamp: '2026-01-01T00:00:00Z', payload });
  return { event: 'debug', data };
}

/** @param {() => number} random */
function mixFrame(random) {
  const draw = random();
  if (draw < 0.93) return tokenFrame(random);
  if (draw < 0.96) return { event: `updates|${task}`, data: JSON.stringify({ write: stateOf(random, 400) }) };
  return { event: 'values', data: JSON.stringify(stateOf(random, 2_000 + random() * 5_000)) };
}

const kinds = /** @type {const} */ ({
  tokens: { make: tokenFrame, frames: 150_000 },
  values: { make: valuesFrame, frames: 1_800 },
  debug: { make: debugFrame, frames: 8_300 },
  mix: { make: mixFrame, frames: 100_000 },
});

/** @typedef {keyof typeof kinds} InputName */

/** The frames of an input, and as the bytes of a stream. @param {InputName} name @param {number} [limit] */
export function input(name, limit = Infinity) {
  const { make, frames } = kinds[name];
  const random = seeded(name.length);
  const payloads = [];
  const pieces = [];
  for (let id = 0; id < Math.min(frames, limit); id += 1) {
    const { event, data } = make(random);
    payloads.push(Buffer.from(data));
    pieces.push(Buffer.from(`event: ${event}\ndata: ${data}\nid: ${id}\n\n`));
  }
  return { payloads, bytes: Buffer.concat(pieces) };
}

/** The bytes in arrays of their own, as a network gives them, cut at random places. @param {Uint8Array} bytes @param {number} size */
export function cut(bytes, size) {
  const random = seeded(size);
  const chunks = [];
  for (let index = 0; index < bytes.length;) {
    const end = Math.min(bytes.length, index + 1 + Math.floor((0.5 + random()) * size));
    chunks.push(new Uint8Array(bytes.subarray(index, end)));
    index = end;
  }
  return chunks;
}
