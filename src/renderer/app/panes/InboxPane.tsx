import type { PendingInterrupt } from '../../../shared/model/thread.ts';
import { dispatch } from '../../commands/command-queue.ts';
import type { InboxAnswerProps } from '../../inbox/InboxDetail.tsx';
import { InboxView } from '../../inbox/InboxView.tsx';
import type { InboxItem } from '../../inbox/inbox-items.ts';
import { inboxPaneId } from '../../inbox/triage-shortcuts.ts';
import { interruptKind, parseInterrupt } from '../../interrupts/parse-interrupt.ts';
import { interruptSummaries } from '../../interrupts/interrupt-summary.ts';
import { BulkAnswers } from '../../interrupts/BulkAnswers.tsx';
import { ResumePane } from '../../interrupts/ResumePane.tsx';
import { JsonMessage } from '../../runs/messages/JsonMessage.tsx';
import { useNodeNames } from '../../runs/queries.ts';
import { useWorkbench } from '../use-workbench.ts';

export function InboxPane() {
  const { openThread } = useWorkbench();
  const open = async ({ server, thread, nodeId, interrupt }: InboxItem): Promise<void> => {
    await openThread(server.connectionId, thread.threadId);
    if (nodeId !== null && interrupt !== null) {
      const { threadId } = thread;
      dispatch({ type: 'focus-interrupt', threadId, nodeId, interruptId: interrupt.id });
    }
  };
  return (
    <InboxView
      describe={describe}
      renderAnswer={(slot) => <InboxAnswer slot={slot} />}
      renderBulk={(slot) => <BulkAnswers {...slot} />}
      onOpen={(row) => void open(row)}
    />
  );
}

function describe(interrupts: readonly PendingInterrupt[]) {
  const lines = interruptSummaries(interrupts);
  return interrupts.map((one, index) => ({
    line: lines[index] ?? '',
    kind: interruptKind(parseInterrupt(one)),
  }));
}

function InboxAnswer({ slot: { current, assistantId, ...slot } }: { readonly slot: InboxAnswerProps }) {
  const nodeNames = useNodeNames(slot.connectionId, assistantId);
  return (
    <ResumePane
      {...slot}
      paneId={inboxPaneId}
      nodeNames={nodeNames}
      currentId={current?.id ?? null}
      renderMessage={(text) => <JsonMessage text={text} />}
    />
  );
}
