import type { StreamMode } from '../run-start/run-payload.ts';
import type { RemoteGraphCallOptions } from '../langchain/options/remote-graph-options.ts';
import type { StreamPart, RunInterrupts } from '../langchain/streaming/stream-parts.ts';

/**
 * The chunks of a run as `stream` promises them: for one mode its data, for a list `[mode, data]`; with `subgraphs` the
 * namespace comes first. Without a mode: updates.
 */
export async function* toStreamChunks(
  run: (modes: readonly StreamMode[]) => AsyncGenerator<StreamPart, RunInterrupts, undefined>,
  { streamMode = 'updates', subgraphs = false }: Partial<RemoteGraphCallOptions>,
): AsyncGenerator<unknown, void, undefined> {
  const single = typeof streamMode === 'string';
  const modes: readonly StreamMode[] = single
    ? [streamMode]
    : streamMode.length > 0
      ? streamMode
      : ['updates'];
  for await (const { mode, namespace, data } of run(modes)) {
    if (single) yield subgraphs ? [namespace, data] : data;
    else yield subgraphs ? [namespace, mode, data] : [mode, data];
  }
}
