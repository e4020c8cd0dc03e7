import { JsonSyntaxError } from '../../exact-json/syntax-error.ts';
import { parseTree } from '../../exact-json/tree.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';

/** An interrupt that can be answered. */
export interface Answerable extends PendingInterrupt {
  readonly id: string;
}

/** The interrupts that have an id to be answered by; the others are breakpoints. */
export function answerable(interrupts: readonly PendingInterrupt[]): Answerable[] {
  return interrupts.filter((one): one is Answerable => one.id !== null);
}

/** What is wrong with an answer as JSON; `null` for one that can be sent. Any JSON is an answer, `false` and `null` too. */
export function answerProblem(text: string): string | null {
  if (text.trim() === '') return 'Write an answer as JSON: true, "words", or an object.';
  try {
    parseTree(text);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof JsonSyntaxError)) throw thrown;
    return `${thrown.message}. Words need quotes around them.`;
  }
}

/** One answer per interrupt id: an interrupt that several tasks share is answered once. */
export function answersOf(
  interrupts: readonly Answerable[],
  textOf: (id: string) => string,
): { interruptId: string; valueText: string }[] {
  const ids = new Set(interrupts.map(({ id }) => id));
  return [...ids].map((interruptId) => ({ interruptId, valueText: textOf(interruptId) }));
}
