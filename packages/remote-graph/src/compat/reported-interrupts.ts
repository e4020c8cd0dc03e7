import type { WireInterrupt, WireTask } from '../http/api-types.ts';
import { isObject } from '../http/response-checks.ts';

/** The interrupts of a task with `id`, whether the server names it `id` or `interrupt_id`, and lists them or not. */
export function taskInterrupts({ interrupts }: Pick<WireTask, 'interrupts'>): readonly WireInterrupt[] {
  return listed(interrupts).map(withId);
}

// A list, a map from ids to lists, or one interrupt.
function listed(reported: unknown): readonly unknown[] {
  if (Array.isArray(reported)) return reported;
  if (!isObject(reported)) return [];
  if ('value' in reported || 'interrupt_id' in reported) return [reported];
  return Object.values(reported).flatMap((value) => (Array.isArray(value) ? value : []));
}

function withId(reported: unknown): WireInterrupt {
  if (!isObject(reported)) return { value: reported };
  const { id, interrupt_id: older } = reported;
  const interruptId = typeof id === 'string' ? id : typeof older === 'string' ? older : undefined;
  return { ...reported, value: reported['value'], ...(interruptId === undefined ? {} : { id: interruptId }) };
}
