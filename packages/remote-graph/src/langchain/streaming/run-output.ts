import type { StreamMode } from '../../run-stream/run-payload.ts';
import { isObject } from '../../http/response-checks.ts';
import type { StreamPart, RunInterrupts } from './stream-parts.ts';
import type { RemoteGraphCallOptions } from '../remote-graph-options.ts';

/**
 * The last values of a run. If it waits, the waiting state with all interrupts as `__interrupt__`, like
 * LangGraph's own `invoke`: the JavaScript server sends interrupts without the state.
 */
export async function lastValues(
  run: (modes: readonly StreamMode[]) => AsyncGenerator<StreamPart, RunInterrupts, undefined>,
): Promise<unknown> {
  const lastValuesTracker = new LastValuesTracker();
  const parts = lastValuesTracker.of(run(['values']));
  for (let next = await parts.next(); next.done !== true; next = await parts.next());
  return lastValuesTracker.output;
}

/** Tracks the last values of a run read elsewhere. */
export class LastValuesTracker {
  #last: unknown;
  #pause: RunInterrupts = null;

  /** The run's result, or its last values so far. */
  get output(): unknown {
    return withInterrupts(this.#last, this.#pause);
  }

  async *of(
    parts: AsyncGenerator<StreamPart, RunInterrupts, undefined>,
  ): AsyncGenerator<StreamPart, RunInterrupts, undefined> {
    try {
      for (let next = await parts.next(); ; next = await parts.next()) {
        if (next.done === true) return (this.#pause = next.value);
        const { mode, data } = next.value;
        if (mode === 'values') this.#see(data);
        yield next.value;
      }
    } finally {
      await parts.return(null);
    }
  }

  #see(data: unknown): void {
    if (!isObject(data) || !('__interrupt__' in data)) this.#last = data;
    else {
      const { __interrupt__: _, ...state } = data;
      if (Object.keys(state).length > 0) this.#last = state;
    }
  }
}

function withInterrupts(values: unknown, pause: RunInterrupts): unknown {
  if (pause === null) return values;
  return isObject(values) ? { ...values, __interrupt__: pause } : { __interrupt__: pause };
}

/**
 * The chunks of `stream`: data for one mode, `[mode, data]` for a list; with `subgraphs` the namespace comes
 * first. Default mode: updates.
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
