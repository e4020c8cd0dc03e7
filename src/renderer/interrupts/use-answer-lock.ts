import { useEffect, useState } from 'react';

// A click this soon after the questions changed was meant for the previous ones. Milliseconds.
const settleMs = 500;
// If the questions are the same ones after an answer, they can be answered again. Milliseconds.
const sentMs = 5000;

/**
 * Whether answers that take one click are locked: right after the questions changed, so that a double click
 * can't answer the next one, and after they were answered, until they change. `questions` identifies them.
 */
export function useAnswerLock(questions: string): {
  readonly isLocked: boolean;
  readonly lock: () => void;
} {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(questions), settleMs);
    return () => clearTimeout(timer);
  }, [questions]);
  const [sent, setSent] = useState<string | null>(null);
  useEffect(() => {
    if (sent === null) return;
    const timer = setTimeout(() => setSent(null), sentMs);
    return () => clearTimeout(timer);
  }, [sent]);
  return { isLocked: settled !== questions || sent === questions, lock: () => setSent(questions) };
}
