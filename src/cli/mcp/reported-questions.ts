import type { OpenQuestion } from '../session/open-questions.ts';

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

/** What the client of the MCP server has been told that threads ask, so that it answers nothing else. */
export interface ReportedQuestions {
  add(thread: ThreadRef, questions: readonly OpenQuestion[]): void;
  /** `null`: nothing was told of this thread. */
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
