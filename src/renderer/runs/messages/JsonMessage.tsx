import { membersOrEmpty, parseJson } from '../frames/json-access.ts';
import { readMessage } from '../model/message.ts';
import { MessageView } from './MessageView.tsx';
import { ToolCallView } from './ToolCallView.tsx';

/** Renders one message from its JSON. */
export function JsonMessage({ text: json }: { readonly text: string }) {
  const message = readMessage(membersOrEmpty(parseJson(json)), 'sent', '', () => json);
  return (
    <MessageView
      message={message}
      showsCalls
      renderCall={(call) => <ToolCallView call={call} answer={undefined} />}
    />
  );
}
