import { useMissingForRun } from '../use-missing-for-run.ts';
import { SendHorizontal } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { readOnlyReason } from '../../../shared/model/read-only.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { runCommand } from '../../commands/command-registry.ts';
import { useCommandHandler } from '../../commands/command-queue.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ChatInput } from './ChatInput.tsx';
import { FailedStartNotice } from '../composer/FailedStartNotice.tsx';
import { isResumeStart } from '../composer/run-start.ts';
import { useComposerInput } from '../composer/use-composer-input.ts';
import { useLiveLog } from '../model/use-run-log.ts';
import { Message } from './Message.tsx';
import { MessageList } from './MessageList.tsx';
import { MessagesChoice, nodeOptions, RunMessageList } from './RunMessagesView.tsx';
import { filterMessages } from './filter-messages.ts';
import { useShowsToolCalls } from './use-shows-tool-calls.ts';
import type { MessagesReducer } from '../model/messages-reducer.ts';
import { useCurrentRun } from '../current-run.ts';
import { messagesAfterState, type ShownConversation } from './messages-after-state.ts';
import styles from './ChatView.module.css';

/** The messages of a state, as rows. */
export interface ChatHistory extends ShownConversation {
  readonly keys: readonly string[];
  readonly renderRow: (index: number) => ReactNode;
}

export interface ChatViewProps {
  readonly assistant: Assistant;
  readonly history: ChatHistory;
}

const nothing: readonly string[] = [];

// No node has this id: those of a path are joined by single colons.
const conversation = '::conversation';

/** A conversation above its input: the messages of the state, then those that a run is adding. */
export function ChatView({ assistant, history }: ChatViewProps) {
  const { connectionId, store, playback, running } = useCurrentRun();
  const [showsCalls] = useShowsToolCalls();
  const [source, setSource] = useState<string | null>(null);
  const { ids, lastHuman } = history;
  const messages = useLiveMessages();
  const liveKeys = messages?.keys() ?? nothing;
  const added = useMemo(
    () => (messages === null ? nothing : messagesAfterState(messages, liveKeys, { ids, lastHuman })),
    [messages, liveKeys, ids, lastHuman],
  );
  const keys = useMemo(() => [...history.keys, ...added], [history.keys, added]);
  const renderRow = (index: number): ReactNode => {
    if (index < history.keys.length) return history.renderRow(index);
    const key = keys[index];
    return messages !== null && key !== undefined ? (
      <div className={styles.live}>
        <Message messages={messages} messageKey={key} showsCalls={showsCalls} />
      </div>
    ) : null;
  };
  const ofRun = useLiveLog(store)?.model.messages ?? null;
  const runKeys = ofRun?.keys() ?? nothing;
  const nodes = useMemo(
    () => (ofRun === null ? [] : filterMessages(ofRun, runKeys, null, showsCalls).nodes),
    [ofRun, runKeys, showsCalls],
  );
  // A playback has its run's messages only.
  const displayedSource = source ?? (playback.log === null ? conversation : '');
  const nodeId =
    ofRun === null || runKeys.length === 0 || displayedSource === conversation ? null : displayedSource;
  const choice = (
    <MessagesChoice
      value={nodeId ?? conversation}
      onChange={setSource}
      options={
        nodes.length > 0
          ? [{ value: conversation, label: 'Conversation' }, ...nodeOptions(nodes, runKeys.length)]
          : []
      }
    />
  );
  return (
    <section className={styles.chat} aria-label="Chat">
      {ofRun !== null && nodeId !== null ? (
        <RunMessageList messages={ofRun} keys={runKeys} running={running} nodeId={nodeId} />
      ) : keys.length === 0 ? (
        <EmptyState
          compact
          title="No messages"
          sentence={
            readOnlyReason(connectionId) === null
              ? 'Write the first message below.'
              : 'The recording has none.'
          }
        />
      ) : (
        <MessageList label="Conversation" keys={keys} rowHeight={80} hasNewer renderRow={renderRow} />
      )}
      {readOnlyReason(connectionId) === null ? (
        <ChatForm assistant={assistant} choice={choice} />
      ) : (
        <div className={styles.form}>{choice}</div>
      )}
    </section>
  );
}

// Until the state that a run has written is read, its messages are known only from its events.
function useLiveMessages(): Omit<MessagesReducer, 'add'> | null {
  const { store, playback, running, runState, checkpointId } = useCurrentRun();
  const log = useLiveLog(store);
  if (checkpointId !== null || playback.log !== null || log === null || runState === null) return null;
  return running || !runState.headIsCurrent ? log.model.messages : null;
}

interface ChatFormProps {
  readonly assistant: Assistant;
  /** Which messages are above it. */
  readonly choice: ReactNode;
}

function ChatForm({ assistant, choice }: ChatFormProps) {
  const form = useRef<HTMLDivElement>(null);
  useCommandHandler('focus-chat', () => form.current?.querySelector('textarea')?.focus());
  const current = useCurrentRun();
  const { connectionId, checkpointId, waiting, isThreadBusy, isStarting, options, failed } = current;
  const input = useComposerInput(connectionId, assistant.assistantId, 'chat');
  const isHeld = isThreadBusy && options.multitaskStrategy === 'reject';
  const missing = useMissingForRun(
    { connectionId, graphId: assistant.graphId },
    { ...options, stateless: false },
    checkpointId !== null,
  );
  const isReady = input.sent !== null && input.problem === null && !isHeld && !isStarting && missing === null;
  const isAsked = waiting !== null && waiting.interrupts.length > 0;
  const { message } = input.bySchema;
  const send = (): void => {
    if (!isReady || input.sent === null) return;
    const trigger = { kind: 'input', inputText: input.sent } as const;
    void current.onRun({ trigger, checkpointId, step: false }, input.onSent);
  };
  // The key may be pressed before the input is validated, and never discards what waits for an answer.
  const sendByKey = async (): Promise<void> => {
    if (isAsked) return;
    const fits = input.bySchema.settled ? message === null : await input.bySchema.fits();
    if (fits) send();
  };
  return (
    <div ref={form} className={styles.form}>
      {input.hasMessages || input.isLoading ? null : (
        <p className={styles.note}>
          The schema has no message list: this is sent as the field {input.messagesKey}.
        </p>
      )}
      {isAsked ? (
        <p className={styles.warning}>
          This thread is waiting for an answer. A message starts a new run and discards the pending
          interrupts.{' '}
          <Button size="small" onClick={() => runCommand('run.answer')}>
            Answer
          </Button>
        </p>
      ) : null}
      {checkpointId === null ? null : (
        <p className={styles.note}>A message forks the thread at the selected checkpoint.</p>
      )}
      <ChatInput
        draft={input.chat}
        onChange={input.setChat}
        inputText={input.text}
        messagesKey={input.messagesKey}
        blocks={input.blocks}
        onSend={() => void sendByKey()}
        actions={
          <div className={styles.actions}>
            {choice}
            {input.messagesKeys.length > 1 ? (
              <Select
                label="Send to"
                value={input.messagesKey}
                onChange={input.chooseKey}
                options={input.messagesKeys.map((key) => ({ value: key, label: key }))}
              />
            ) : null}
            <Button
              className={styles.send}
              variant={isAsked || message !== null ? 'plain' : 'primary'}
              icon={<SendHorizontal size={13} aria-hidden />}
              disabled={!isReady && !isStarting}
              title={missing ?? (isHeld ? 'A run is active' : undefined)}
              busy={isStarting ? 'Sending' : null}
              onClick={send}
            >
              {isAsked ? 'Send as a new run' : message === null ? 'Send' : 'Send anyway'}
            </Button>
          </div>
        }
      />
      {message === null ? null : <p className={styles.note}>{message} The run may fail because of it.</p>}
      {input.problem === null ? null : <p className={styles.note}>{input.problem}</p>}
      <FailedStartNotice
        failed={failed !== null && isResumeStart(failed.start) ? null : failed}
        inputText={input.sent ?? input.text}
        onRetried={(start) => {
          if (start.trigger.kind === 'input' && start.trigger.inputText === input.sent) input.onSent();
        }}
      />
    </div>
  );
}
