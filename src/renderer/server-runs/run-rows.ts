import { isActive } from '../../shared/model/is-active.ts';
import type {
  ServerRun,
  ServerRunKind,
  ServerRunList,
  ServerRunThread,
} from '../../shared/model/server-run.ts';

/** A run in the list, or a thread whose runs could not be read (`run: null`). */
export interface ServerRunRow {
  readonly key: string;
  readonly thread: ServerRunThread;
  readonly run: ServerRun | null;
  /** Queued runs that start before it; `null` for a run that does not wait in a queue, or is scheduled. */
  readonly ahead: number | null;
}

/** The runs, thread by thread in the order in which they run. `now`: milliseconds since 1970. */
export function runRows({ threads }: ServerRunList, now: number): ServerRunRow[] {
  return threads.flatMap((thread): ServerRunRow[] => {
    const { threadId, runs } = thread;
    if (runs === null) return [{ key: threadId, thread, run: null, ahead: null }];
    const due = runs.filter((run) => !isScheduled(run, now));
    return runs.map((run) => {
      const isQueued = run.status === 'pending' && due.includes(run);
      const ahead = isQueued ? due.indexOf(run) : null;
      return { key: `${threadId} ${run.runId}`, thread, run, ahead };
    });
  });
}

/** A run with a delay is created in the future. The clocks may differ by a few seconds. */
export function isScheduled({ status, createdAt }: ServerRun, now: number): boolean {
  return status === 'pending' && Date.parse(createdAt ?? '') > now + 5000;
}

/** What a search looks in. */
export function rowText({ thread, run }: ServerRunRow, assistantName: string): string {
  return [thread.name, thread.threadId, thread.graphId, run?.runId, run?.assistantId, assistantName].join(
    ' ',
  );
}

export function isCancellable(row: ServerRunRow): row is ServerRunRow & { readonly run: ServerRun } {
  return row.run !== null && isActive(row.run.status);
}

export function coverageText(kind: ServerRunKind, { threads, read, hasMore }: ServerRunList): string {
  const unread = threads.filter(({ runs }) => runs === null).length;
  const cut = threads.filter((thread) => thread.hasMore).length;
  return [
    kindText[kind],
    hasMore ? `Only the ${read.toLocaleString('en')} last changed threads are read.` : '',
    cut === 0 ? '' : `${cut === 1 ? 'One thread has' : `${cut} threads have`} more runs than are listed.`,
    unread === 0 ? '' : `The runs of ${unread === 1 ? 'one thread' : `${unread} threads`} could not be read.`,
    kind === 'active' ? 'Servers do not list runs without a thread.' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const kindText: Readonly<Record<ServerRunKind, string>> = {
  active: '',
  waiting: 'The newest run of each thread that waits for a person.',
  failed: 'The newest run of each thread that it left failed.',
};
