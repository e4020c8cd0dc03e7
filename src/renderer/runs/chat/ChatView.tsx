import { useMissingForRun } from '../../rpc/server-features.ts';
import { SendHorizontal } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { readOnlyReason } from '../../../shared/model/connections/read-only.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ChatInput } from '../composer/chat/ChatInput.tsx';
import { FailedStartNotice } from '../composer/FailedStartNotice.tsx';
import type { FailedStart, RunStart } from '../composer/request/composer-props.ts';
import type { ComposerOptions } from '../composer/request/run-options.ts';
import { useComposerInput } from '../composer/use-composer-input.ts';
import type { WaitingReason } from '../log/select-run.ts';
import { Message } from '../messages/Message.tsx';
import { MessageList } from '../messages/MessageList.tsx';
import { useShowsToolCalls } from '../messages/use-shows-tool-calls.ts';
import type { MessagesReducer } from '../model/messages.ts';
import { messagesAfterState, type ShownConversation } from './messages-after-state.ts';
import styles from './ChatView.module.css';

export interface LiveMessages {
  readonly messages: Omit<MessagesReducer, 'add'>;
  readonly keys: readonly string[];
}

/** Props of the chat. Its history is another feature, so the app composes the two. */
export interface DockChatProps {
  readonly connectionId: string;
  readonly assistant: Assistant;
  readonly threadId: string | null;
  /** Where a message is sent to; `null` is the newest state. */
  readonly checkpointId: string | null;
  readonly state: ThreadState | null;
  readonly live: LiveMessages | null;
  readonly waiting: WaitingReason | null;
  readonly isThreadBusy: boolean;
  readonly starting: boolean;
  readonly failed: FailedStart | null;
  readonly options: ComposerOptions;
  /** Resolves to whether the run started. */
  readonly onRun: (start: RunStart) => Promise<boolean>;
}

/** The messages of a state, as rows. */
export interface ChatHistory extends ShownConversation {
  readonly keys: readonly string[];
  readonly renderRow: (index: number) => ReactNode;
}

export interface ChatViewProps extends DockChatProps {
  readonly history: ChatHistory;
}

const nothing: readonly string[] = [];

export function ChatView(props: ChatViewProps) {
  const { history, live } = props;
  const [showsCalls, setShowsCalls] = useShowsToolCalls();
  const { ids, lastHuman } = history;
  const { messages = null, keys: liveKeys = nothing } = live ?? {};
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
  return (
    <section className={styles.chat} aria-label="Chat">
      {keys.length === 0 ? (
        <EmptyState
          compact
          title="No messages"
          sentence={
            readOnlyReason(props.connectionId) === null
              ? 'Write the first message below.'
              : 'The recording has none.'
          }
        />
      ) : (
        <MessageList label="Conversation" keys={keys} rowHeight={80} hasNewer renderRow={renderRow} />
      )}
      {readOnlyReason(props.connectionId) === null ? (
        <ChatForm {...props} showsCalls={showsCalls} onShowsCalls={setShowsCalls} />
      ) : null}
    </section>
  );
}

interface ChatFormProps extends ChatViewProps {
  readonly showsCalls: boolean;
  readonly onShowsCalls: (shows: boolean) => void;
}

function ChatForm(props: ChatFormProps) {
  const { connectionId, assistant, checkpointId, waiting, isThreadBusy, starting, options } = props;
  const input = useComposerInput(connectionId, assistant.assistantId, 'chat');
  const isHeld = isThreadBusy && options.multitaskStrategy === 'reject';
  const missing = useMissingForRun(connectionId, { ...options, stateless: false }, checkpointId !== null);
  const isReady = input.sent !== null && input.problem === null && !isHeld && !starting && missing === null;
  const isAsked = waiting !== null && waiting.interrupts.length > 0;
  const { message } = input.bySchema;
  const send = (): void => {
    if (!isReady || input.sent === null) return;
    void props
      .onRun({ trigger: { kind: 'input', inputText: input.sent }, checkpointId, step: false })
      .then((taken) => taken && input.onSent());
  };
  /** The key may be pressed before the input is validated, and never discards what waits for an answer. */
  const sendByKey = async (): Promise<void> => {
    if (isAsked) return;
    const fits = input.bySchema.settled ? message === null : await input.bySchema.fits();
    if (fits) send();
  };
  return (
    <div className={styles.form}>
      {isAsked ? (
        <p className={styles.warning}>
          This thread waits for an answer. Answer it in Resume: a message starts a new run and discards the
          pending interrupts.
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
            <Switch label="Show tool calls" checked={props.showsCalls} onChange={props.onShowsCalls} />
            <Button
              className={styles.send}
              variant={isAsked || message !== null ? 'plain' : 'primary'}
              icon={<SendHorizontal size={13} aria-hidden />}
              disabled={!isReady && !starting}
              title={isHeld ? 'A run is under way' : undefined}
              busy={starting ? 'Sending' : null}
              onClick={send}
            >
              {isAsked ? 'Send as a new run' : message === null ? 'Send' : 'Send anyway'}
            </Button>
          </div>
        }
      />
      {message === null ? null : <p className={styles.note}>{message} The run may fail over it.</p>}
      {input.problem === null ? null : <p className={styles.note}>{input.problem}</p>}
      <FailedStartNotice
        {...props}
        inputText={input.sent ?? input.text}
        onRetried={(start) => {
          if (start.trigger.kind === 'input' && start.trigger.inputText === input.sent) input.onSent();
        }}
      />
    </div>
  );
}
