// The window: the studio's message list, with a message being typed next to it.
import { createRoot } from 'react-dom/client';
import { ChatInput } from '../../../src/renderer/runs/messages/ChatInput.tsx';
import { useChatDraft } from '../../../src/renderer/runs/messages/use-chat-draft.ts';
import { RunMessagesView } from '../../../src/renderer/runs/messages/RunMessagesView.tsx';
import type { RunLogStore } from '../../../src/renderer/runs/model/run-log-store.ts';
import { useLiveLog } from '../../../src/renderer/runs/model/use-run-log.ts';
import '../../../src/renderer/ui/tokens.css';
import { follow } from './follow.ts';
import { measured } from './measured.ts';

function Messages({ store }: { readonly store: RunLogStore }) {
  const log = useLiveLog(store);
  if (log === null) return null;
  const { messages } = log.model;
  return <RunMessagesView messages={messages} keys={messages.keys()} running={log.end === null} />;
}

function Composer() {
  const [draft, change] = useChatDraft('c', 'a');
  return (
    <ChatInput
      draft={draft}
      onChange={change}
      inputText="{}"
      messagesKey="messages"
      blocks={null}
      onSend={() => undefined}
    />
  );
}

/** The API that the bench calls in the page. */
const bench = {
  store: null as RunLogStore | null,
  async follow(address: string, threadId: string): Promise<void> {
    bench.store = await follow(address, threadId, (store) => {
      const root = document.getElementById('root');
      if (!root) return;
      createRoot(root).render(
        <>
          <div style={{ flex: 1, minHeight: 0, display: 'flex' }}>
            <Messages store={store} />
          </div>
          <Composer />
        </>,
      );
    });
  },
  measured,
};
Object.assign(window, { bench });
