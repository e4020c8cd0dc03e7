import type { OpenQuestion } from '../session/open-questions.ts';

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

// The interrupts that the MCP client has been shown; it may answer no others.
export interface ReportedQuestions {
  add(thread: ThreadRef, questions: readonly OpenQuestion[]): void;
  // `null`: nothing was reported of this thread.
  of(thread: ThreadRef): ReadonlySet<string> | null;
}

const maxThreads = 1_000;

export function createReportedQuestions(): ReportedQuestions {
  const byThread = new Map<string, ReadonlySet<string>>();
  const keyOf = ({ connectionId, threadId }: ThreadRef): string => `${connectionId} ${threadId}`;
  return {
    add(thread, questions) {
      const key = keyOf(thread);
      byThread.delete(key);
      byThread.set(key, new Set(questions.map(({ question }) => question)));
      const [oldest] = byThread.keys();
      if (byThread.size > maxThreads && oldest !== undefined) byThread.delete(oldest);
    },
    of: (thread) => byThread.get(keyOf(thread)) ?? null,
  };
}
