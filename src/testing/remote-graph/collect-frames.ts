import type { RunStream, StreamFrame, WireObject } from 'remote-graph-client';

/** Reads a run to its end. */
export async function collectFrames(stream: RunStream): Promise<StreamFrame[]> {
  const frames: StreamFrame[] = [];
  for await (const frame of stream) frames.push(frame);
  return frames;
}

/** Event names without duplicates. */
export const eventNames = (frames: readonly StreamFrame[]): string[] => [
  ...new Set(frames.map(({ event }) => event)),
];

/** An input with one human message. */
export const humanInput = (content: string): WireObject => ({
  messages: [{ type: 'human', content, id: `m-${content}` }],
});

export const messagesIn = (values: unknown): WireObject[] =>
  (values as { readonly messages: WireObject[] }).messages;

export const messageTypesIn = (values: unknown): unknown[] => messagesIn(values).map(({ type }) => type);
