import { readMessage } from '../model/run-message.ts';
import { MessageView } from './MessageView.tsx';
import { ToolCallView } from './ToolCallView.tsx';
import { recordOrEmpty } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

export interface JsonMessageProps {
  readonly text: string;
  readonly showsCalls?: boolean;
  // The JSON of the message that answers a call, to show it with the call.
  readonly answerTo?: (callId: string) => string | undefined;
}

export function JsonMessage({ text, showsCalls = true, answerTo }: JsonMessageProps) {
  return (
    <MessageView
      message={readJsonMessage(text)}
      showsCalls={showsCalls}
      renderCall={(call) => {
        const answer = call.id === null ? undefined : answerTo?.(call.id);
        return (
          <ToolCallView call={call} answer={answer === undefined ? undefined : readJsonMessage(answer)} />
        );
      }}
    />
  );
}

function readJsonMessage(json: string) {
  return readMessage(recordOrEmpty(parseJson(json)), 'sent', '', () => json);
}
