import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { shareUpTo, SplitPane } from '../ui/controls/SplitPane.tsx';
import type { InboxSnapshot } from '../../shared/model/inbox.ts';
import { BulkDetail, type InboxBulkProps } from './BulkDetail.tsx';
import { answersByThread, chosenQuestions, questionsBetween } from './bulk-answers.ts';
import { AnswerSent, InboxDetail, type InboxAnswerProps } from './InboxDetail.tsx';
import { InboxList } from './InboxList.tsx';
import {
  filterItems,
  noInboxFilter,
  inboxItemsOf,
  waitingThreads,
  type DescribeInterrupts,
  type InboxItem,
  type ThreadInterrupts,
} from './inbox-items.ts';
import { useInbox } from './queries.ts';
import { answerCommand, readTriageShortcut, useAnswerCommands } from './triage-shortcuts.ts';
import { useBulkAnswers } from './use-bulk-answers.ts';
import { useThreadInterrupts } from './use-thread-interrupts.ts';
import styles from './InboxView.module.css';
import { useRpc } from '../rpc/rpc-context.ts';

export interface InboxViewProps {
  readonly describe: DescribeInterrupts;
  readonly renderAnswer: (slot: InboxAnswerProps) => ReactNode;
  readonly renderBulk: (slot: InboxBulkProps) => ReactNode;
  readonly onOpen: (row: InboxItem) => void;
}

// Threads whose interrupts are read at first, and with each "Show more".
const threadsPerPage = 30;
// Polling interval of all servers while the inbox is open, in milliseconds.
const refreshMs = 10_000;

const notRead: ThreadInterrupts = { data: undefined, updatedAt: null, error: null };

/** Everything that needs a person, on all servers. */
export function InboxView(props: InboxViewProps) {
  const { item: snapshot, error } = useInbox();
  if (snapshot === null) {
    return error ? (
      <div className={styles.centered}>
        <ErrorNotice action="Could not load the inbox" error={error} />
      </div>
    ) : (
      <Loading fill>Loading the inbox</Loading>
    );
  }
  return <Triage {...props} picture={snapshot} />;
}

function Triage({
  picture: snapshot,
  describe,
  renderAnswer,
  renderBulk,
  onOpen,
}: InboxViewProps & { readonly picture: InboxSnapshot }) {
  const [filter, setFilter] = useState(noInboxFilter);
  const [limit, setLimit] = useState(threadsPerPage);
  const [selected, setSelected] = useState<{ readonly key: string; readonly index: number } | null>(null);
  // The item that was answered last here, until another is displayed.
  const [sent, setSent] = useState<InboxItem | null>(null);
  const refresh = useRefreshInbox();
  useLookAgain(refresh.mutate);

  const waiting = waitingThreads(snapshot, filter);
  const read = waiting.slice(0, limit);
  const questions = useThreadInterrupts(read);
  const rows = filterItems(
    read.flatMap((one, index) => inboxItemsOf(one, questions[index] ?? notRead, describe)),
    filter,
  );
  // An answered interrupt leaves the list, and the next one takes its place.
  const inboxItem =
    rows.find(({ key }) => key === selected?.key) ??
    rows[Math.min(selected?.index ?? 0, rows.length - 1)] ??
    null;
  if (sent !== null && inboxItem !== null && inboxItem.thread.threadId !== sent.thread.threadId)
    setSent(null);
  const commandAnswer = useAnswerCommands(inboxItem?.key ?? null);
  const shownIndex = inboxItem === null ? -1 : rows.indexOf(inboxItem);
  const shownReading =
    inboxItem === null ? undefined : questions[read.findIndex(({ thread }) => thread === inboxItem.thread)];

  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [lastChosen, setLastChosen] = useState<string | null>(null);
  const bulk = useBulkAnswers();
  const picked = chosenQuestions(
    rows.filter((row) => !bulk.isAnswered(row)),
    chosen,
    (row) => questions[read.findIndex(({ thread }) => thread === row.thread)]?.data?.interrupts ?? [],
  );
  const isBulk = picked.length > 1 || bulk.results.length > 0;
  const choose = (row: InboxItem, range: boolean): void => {
    if (row.interrupt === null || bulk.isSending || bulk.isAnswered(row)) return;
    bulk.forget();
    setLastChosen(row.key);
    setChosen((before) => {
      if (range)
        return new Set([...before, ...questionsBetween(rows, lastChosen ?? inboxItem?.key ?? null, row.key)]);
      const next = new Set(before);
      if (!next.delete(row.key)) next.add(row.key);
      return next;
    });
  };
  const chooseNone = (): void => {
    setChosen(new Set());
    bulk.forget();
  };

  const list = useRef<HTMLDivElement>(null);
  const select = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    setSelected({ key: row.key, index });
    if (picked.length === 0) bulk.forget();
    commandAnswer(null);
    const option = list.current?.querySelectorAll<HTMLElement>('[role=option]')[index];
    option?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const key = readTriageShortcut(event, list.current);
    if (key === null || inboxItem === null) return;
    // While several are chosen, a key answers none of them.
    const command = isBulk ? null : answerCommand(key, inboxItem);
    if (command === null && key.kind !== 'move' && key.kind !== 'open' && key.kind !== 'choose') return;
    event.preventDefault();
    event.stopPropagation();
    if (key.kind === 'choose') choose(inboxItem, false);
    else if (key.kind === 'move') select(Math.max(0, Math.min(shownIndex + key.by, rows.length - 1)));
    else if (key.kind === 'open') onOpen(inboxItem);
    else commandAnswer(command);
  };

  // Escape returns from the answer to the list, unless it closed a menu or completion.
  const onEscape = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return;
    if (!event.currentTarget.contains(target)) return;
    if (list.current?.contains(target)) {
      if (!bulk.isSending) chooseNone();
      return;
    }
    commandAnswer(null);
    list.current?.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.focus();
  };

  return (
    <div role="presentation" className={styles.view} onKeyDownCapture={onKey} onKeyDown={onEscape}>
      <SplitPane
        id="inbox.columns"
        direction="row"
        panes={[
          {
            id: 'list',
            size: shareUpTo(46, 760),
            minSize: 320,
            content: (
              <InboxList
                ref={list}
                snapshot={snapshot}
                rows={rows}
                waiting={waiting}
                readCount={read.length}
                filter={filter}
                onFilter={(next) => {
                  setFilter(next);
                  setLimit(threadsPerPage);
                }}
                selectedKey={inboxItem?.key ?? null}
                onSelect={(row, range) => {
                  if (range) choose(row, true);
                  select(rows.indexOf(row));
                }}
                chosen={new Set(picked.map(({ key }) => key))}
                onChoose={choose}
                onOpen={onOpen}
                onMore={waiting.length > limit ? () => setLimit(limit + threadsPerPage) : null}
                refreshing={refresh.isPending}
                problem={refresh.error}
                onRefresh={() => refresh.mutate()}
              />
            ),
          },
          {
            id: 'detail',
            minSize: 320,
            content: isBulk ? (
              <BulkDetail
                questions={picked}
                isSending={bulk.isSending}
                results={bulk.results}
                renderBulk={renderBulk}
                onSend={(answers) => bulk.send(answersByThread(picked, answers))}
                onDone={chooseNone}
              />
            ) : inboxItem === null && sent !== null ? (
              <section className={styles.detail} aria-label="Question">
                <AnswerSent name={sent.name} />
              </section>
            ) : inboxItem === null ? (
              <EmptyState
                icon={<Inbox size={20} aria-hidden />}
                title="Nothing to answer"
                sentence="Select a thread to answer its interrupts."
              />
            ) : (
              <InboxDetail
                // Interrupts have their own keys, so that pending ones keep their answer and focus.
                key={`${inboxItem.server.connectionId} ${inboxItem.thread.threadId}`}
                row={inboxItem}
                reading={shownReading ?? notRead}
                renderAnswer={renderAnswer}
                onOpen={() => onOpen(inboxItem)}
                onFocus={() => setSelected({ key: inboxItem.key, index: shownIndex })}
                onSent={() => setSent(inboxItem)}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

// Refreshes all servers at once and then periodically while visible.
function useLookAgain(refresh: () => void): void {
  useEffect(() => {
    const refreshIfVisible = (): void => {
      if (document.visibilityState === 'visible') refresh();
    };
    refreshIfVisible();
    const timer = setInterval(refreshIfVisible, refreshMs);
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshIfVisible);
    };
  }, [refresh]);
}

function useRefreshInbox() {
  const rpc = useRpc();
  return useMutation({ mutationFn: () => rpc.call('inbox.refresh', {}) });
}
