import { ArrowUpRight, Pin } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { interruptsOfCommand, toRunTrigger, type ResumeProps } from '../shared-ui/resume-props.ts';
import { emit } from '../shared-ui/window-events.ts';
import { usePins, type PinOwner } from '../shared-ui/stored-pins.ts';
import { useIgnoresPins } from '../shared-ui/run-stops.ts';
import { useResetOnReconnect } from '../shared-ui/use-on-reconnect.ts';
import { continuationRequest, useStartRun, type RunToStart } from '../run-state/use-start-run.ts';
import { describeMissingMembers } from '../../shared/missing-members.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import type { StartedRun } from '../../shared/model/run.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import type { InboxItem, ThreadInterrupts } from './inbox-items.ts';
import styles from './InboxView.module.css';
import { shortId } from '../ui/display/format.ts';

/** Props of the resume pane. It is another feature, so the window composes the two. */
export interface InboxAnswerProps extends ResumeProps {
  /** The assistant of the last run, if known; `goto` offers its nodes. */
  readonly assistantId: string | null;
  readonly current: PendingInterrupt | null;
}

export interface InboxDetailProps {
  readonly row: InboxItem;
  readonly reading: ThreadInterrupts;
  readonly renderAnswer: (slot: InboxAnswerProps) => ReactNode;
  readonly onOpen: () => void;
  readonly onFocus: () => void;
  // An answer has reached the server. The thread may have left the list by then.
  readonly onSent: () => void;
}

export function InboxDetail({ row, reading, renderAnswer, onOpen, onFocus, onSent }: InboxDetailProps) {
  const { server, thread, name } = row;
  const continueThread = useStartRun();
  // The time of the change for which the thread was read that was answered last.
  const [answeredFor, setAnsweredFor] = useState<string | null>(null);
  useResetOnReconnect(server.connectionId, continueThread);
  const isAway = server.problem !== null;
  const away = useRef<string | null>(null);
  useEffect(() => {
    if (!isAway && away.current === server.connectionId)
      emit({ type: 'server-returned', connectionId: server.connectionId });
    away.current = isAway ? server.connectionId : null;
  }, [isAway, server.connectionId]);
  const { data, error } = reading;
  const problem = error ?? server.problem;
  // Until the changed thread has been read again.
  const isSent = continueThread.isSuccess && answeredFor === reading.updatedAt;
  const missing = describeMissingMembers(data?.missing ?? []);
  const startOf = (trigger: RunTrigger): RunToStart => {
    setAnsweredFor(reading.updatedAt);
    return { request: continuationRequest(server.connectionId, thread, trigger) };
  };
  const send = async (run: RunToStart): Promise<StartedRun> => {
    const started = await continueThread.mutateAsync(run);
    onSent();
    return started;
  };
  return (
    <section className={styles.detail} aria-label="Question">
      <header className={styles.head}>
        <div>
          <h2 title={name}>{name}</h2>
          <p
            className={styles.about}
            title={[server.name, thread.graphId, thread.threadId].filter((part) => part !== null).join(' · ')}
          >
            <span>{server.name}</span>
            {thread.graphId === null ? null : <code>{thread.graphId}</code>}
            {thread.threadId.startsWith(name) ? null : <code>{shortId(thread.threadId)}</code>}
          </p>
        </div>
        <Button icon={<ArrowUpRight size={14} aria-hidden />} onClick={onOpen}>
          Open thread
        </Button>
      </header>
      <div role="presentation" className={styles.answer} onFocus={onFocus}>
        {isSent ? (
          <AnswerSent name="The thread" />
        ) : data ? (
          <>
            <PinnedNodes connectionId={server.connectionId} graphId={thread.graphId ?? ''} />
            {missing === null ? null : (
              <p className={styles.quiet} role="status">
                {missing}
              </p>
            )}
            {renderAnswer({
              connectionId: server.connectionId,
              threadId: thread.threadId,
              interrupts: data.interrupts,
              answered: data.answered,
              discarded: data.discarded,
              next: data.next,
              failed: false,
              ending: null,
              starting: continueThread.isPending,
              problem: continueThread.error ?? error,
              onResume: (command) =>
                send({
                  ...startOf(toRunTrigger(command)),
                  answering: interruptsOfCommand(command, data.interrupts),
                }),
              // The card shows why it failed.
              onContinue: () => void send(startOf(toRunTrigger(null))).catch(() => undefined),
              assistantId: thread.assistantId ?? thread.graphId,
              current: row.interrupt,
            })}
          </>
        ) : error || row.unread ? (
          <div className={styles.centered}>
            {problem ? (
              <ErrorNotice action="Could not load questions" error={problem} />
            ) : (
              <p className={styles.quiet}>{row.line}</p>
            )}
          </div>
        ) : (
          <Loading>Loading questions</Loading>
        )}
      </div>
    </section>
  );
}

// The answer continues the thread with them.
function PinnedNodes(owner: PinOwner) {
  const pins = usePins(owner).all.map(({ nodeId }) => nodeId);
  const isIgnored = useIgnoresPins();
  if (pins.length === 0) return null;
  const names = `${pins.slice(0, maxNames).join(', ')}${pins.length > maxNames ? ', …' : ''}`;
  return (
    <p className={styles.quiet}>
      <Pin size={12} aria-hidden /> Pinned: {names}
      {isIgnored ? ' (ignored for the next run)' : ''}
    </p>
  );
}

const maxNames = 6;

/** `name`: of the thread that continues. */
export function AnswerSent({ name }: { readonly name: string }) {
  return (
    <EmptyState compact title="Sent" sentence={`${name} continues. Its next question appears in the list.`} />
  );
}
