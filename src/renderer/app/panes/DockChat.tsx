import { useMemo } from 'react';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { useSchemas } from '../../queries/shared-queries.ts';
import { ChatView, type ChatHistory } from '../../runs/messages/ChatView.tsx';
import { JsonMessage } from '../../runs/messages/JsonMessage.tsx';
import { useShowsToolCalls } from '../../runs/messages/use-shows-tool-calls.ts';
import { useCurrentRun } from '../../runs/current-run.ts';
import { messageListKeys, type StateMessage } from '../../thread-state/messages/message-list.ts';
import { useTranscript } from '../../thread-state/messages/use-transcript.tsx';
import type { ThreadState } from '../../../shared/model/thread.ts';
import { confirmCheckpointRun, useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';

const noHistory: ChatHistory = { keys: [], renderRow: () => null, ids: new Set(), lastHuman: null };

/** The chat of the dock, with the messages of the state and what can be done with each. */
export function DockChat() {
  const { assistant, threadId, shownState: state } = useCurrentRun();
  if (assistant === null) return null;
  if (state === null || threadId === null || state.checkpointId === null)
    return <ChatView assistant={assistant} history={noHistory} />;
  return <ChatOfThread assistant={assistant} threadId={threadId} state={state} />;
}

interface ChatOfThreadProps {
  readonly assistant: Assistant;
  readonly threadId: string;
  readonly state: ThreadState;
}

function ChatOfThread({ assistant, threadId, state }: ChatOfThreadProps) {
  const { connectionId } = useCurrentRun();
  const { openCheckpoint } = useWorkbench();
  const store = useUiStore();
  const schemaText = useSchemas(connectionId, assistant.assistantId).data?.stateText ?? null;
  const keys = useMemo(() => messageListKeys(state.valuesText, schemaText), [state.valuesText, schemaText]);
  const { messages, renderRow } = useTranscript({
    connectionId,
    threadId,
    state,
    subgraph: null,
    keys,
    onRunFrom: (checkpoint, inner) => confirmCheckpointRun(store, { checkpoint, nodeId: null, inner }),
    onOpenCheckpoint: openCheckpoint,
  });
  const [showsCalls] = useShowsToolCalls();
  const conversation = useMemo(() => readConversation(messages, showsCalls), [messages, showsCalls]);
  const { rows, answers } = conversation;
  return (
    <ChatView
      assistant={assistant}
      history={{
        ...conversation,
        renderRow: (index) => {
          const message = rows[index];
          return message
            ? renderRow(
                message.index,
                <JsonMessage
                  text={message.text}
                  showsCalls={showsCalls}
                  answerTo={(callId) => answers.get(callId)?.text}
                />,
              )
            : null;
        },
      }}
    />
  );
}

// Results of tools are shown with their calls, and without the calls not at all.
function readConversation(messages: readonly StateMessage[], showsCalls: boolean) {
  const calls = new Set(messages.flatMap((message) => message.calls.map(({ id }) => id)));
  const isShown = ({ role, answers: callId }: StateMessage): boolean =>
    role !== 'tool' || (showsCalls && (callId === null || !calls.has(callId)));
  const rows = messages.filter(isShown);
  return {
    rows,
    keys: rows.map(({ id, index }) => id ?? String(index)),
    answers: new Map(
      messages.flatMap((message) => (message.answers === null ? [] : [[message.answers, message]])),
    ),
    ids: new Set(messages.flatMap(({ id }) => id ?? [])),
    lastHuman: messages.findLast(({ role }) => role === 'human')?.summary ?? null,
  };
}
