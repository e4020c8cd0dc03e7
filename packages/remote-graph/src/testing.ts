// What tests and benches make or measure below the client. Not published.
export { messageEvent } from './sse/event-name.ts';
export { FrameBatch } from './sse/frame-batch.ts';
export { SseDecoder } from './sse/sse-decoder.ts';
