import type { RunStream, StreamFrame, WireObject } from '../../remote-graph/index.ts';

/** Reads a run to its end. */
export async function collectFrames(stream: RunStream): Promise<StreamFrame[]> {
  const frames: StreamFrame[] = [];
  for await (const frame of stream) frames.push(frame);
  return frames;
}

/** The names of the events that came, each once. */
export const eventNames = (frames: readonly StreamFrame[]): string[] => [
  ...new Set(frames.map(({ event }) => event)),
];

/** An input of one message by a person. */
export const humanInput = (content: string): WireObject => ({
  messages: [{ type: 'human', content, id: `m-${content}` }],
});

export const messagesIn = (values: unknown): WireObject[] =>
  (values as { readonly messages: WireObject[] }).messages;

/** `human`, `ai`, `tool`, ... in order. */
export const messageTypesIn = (values: unknown): unknown[] => messagesIn(values).map(({ type }) => type);
