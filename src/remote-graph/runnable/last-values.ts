import type { StreamMode } from '../run-payload.ts';
import { isObject } from '../shape.ts';
import type { RunPart, RunPause } from './run-parts.ts';

/**
 * The last values of a run. Where it waits, the state that it waits in with all its interrupts as `__interrupt__`, as
 * LangGraph's own `invoke` gives them: the JavaScript server sends interrupts without the state.
 */
export async function lastValues(
  run: (modes: readonly StreamMode[]) => AsyncGenerator<RunPart, RunPause, undefined>,
): Promise<unknown> {
  const parts = run(['values']);
  let last: unknown;
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done === true) return withInterrupts(last, next.value);
    const { data } = next.value;
    if (!isObject(data) || !('__interrupt__' in data)) last = data;
    else {
      const { __interrupt__: _, ...state } = data;
      if (Object.keys(state).length > 0) last = state;
    }
  }
}

function withInterrupts(values: unknown, pause: RunPause): unknown {
  if (pause === null) return values;
  return isObject(values) ? { ...values, __interrupt__: pause } : { __interrupt__: pause };
}
