import { memo, useSyncExternalStore } from 'react';
import { callKey, type MessagesReducer } from '../model/messages-reducer.ts';
import type { ToolCall } from '../model/run-message.ts';
import { MessageView } from './MessageView.tsx';
import { ToolCallView } from './ToolCallView.tsx';

type Messages = Omit<MessagesReducer, 'add'>;

export interface MessageProps {
  readonly messages: Messages;
  readonly messageKey: string;
  readonly showsCalls?: boolean;
}

export const Message = memo(function Message({ messages, messageKey, showsCalls = true }: MessageProps) {
  const message = useSyncExternalStore(
    (listener) => messages.subscribe(messageKey, listener),
    () => messages.get(messageKey),
  );
  if (!message) return null;
  return (
    <MessageView
      message={message}
      showsCalls={showsCalls}
      renderCall={(call) => <Call messages={messages} call={call} />}
    />
  );
});

function Call({ messages, call }: { readonly messages: Messages; readonly call: ToolCall }) {
  const answer = useSyncExternalStore(
    (listener) => messages.subscribe(callKey(call.id ?? ''), listener),
    () => (call.id === null ? undefined : messages.answerTo(call.id)),
  );
  return <ToolCallView call={call} answer={answer} />;
}
