import { getCallbackManagerForConfig } from '@langchain/core/runnables';
import type { RunnableConfig } from '@langchain/core/runnables';

/**
 * Reports a run read as events to a configuration's callbacks: start, and end or failure. `output`: its
 * result. Leaving early ends the run for the callbacks too, as its end is unknown here.
 */
export async function* reportToCallbacks<T>(
  config: RunnableConfig,
  { name, input, output }: { readonly name: string; readonly input: unknown; output(): unknown },
  events: AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const manager = await getCallbackManagerForConfig(config);
  const run = await manager?.handleChainStart(
    { lc: 1, type: 'not_implemented', id: ['langgraph', 'pregel', 'RemoteGraph'] },
    asRecord(input, 'input'),
    config.runId,
    undefined,
    undefined,
    undefined,
    config.runName ?? name,
  );
  let failure: { readonly error: unknown } | null = null;
  try {
    yield* events;
  } catch (error) {
    failure = { error };
    throw error;
  } finally {
    if (failure) await run?.handleChainError(failure.error);
    else await run?.handleChainEnd(asRecord(output(), 'output'));
  }
}

/** Whether anyone listens, and asking the server for more than events is worth it. */
export function hasCallbacks({ callbacks }: RunnableConfig): boolean {
  return callbacks !== undefined && (!Array.isArray(callbacks) || callbacks.length > 0);
}

// Wraps values as LangChain passes them to callbacks.
function asRecord(value: unknown, key: string): Record<string, unknown> {
  const isRecord =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
  return isRecord ? (value as Record<string, unknown>) : { [key]: value };
}
