import { MessageCircleQuestion } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { dispatch } from '../../commands/command-queue.ts';
import { useCanvas } from '../canvas/canvas-context.ts';
import styles from './InterruptBadge.module.css';

export interface InterruptBadgeProps {
  readonly nodeId: string;
  readonly open: boolean;
}

// A card at an interrupted node with a link to the answer form. In a playback it can't be answered.
export function InterruptBadge({ nodeId, open }: InterruptBadgeProps) {
  const { activity } = useCanvas();
  // Compared as text, so that only the nodes that are asked about render.
  const lines = useSyncExternalStore(activity.subscribeQuestions, () =>
    activity
      .questions()
      .questions.filter((one) => one.nodeId === nodeId || one.nodeId.startsWith(`${nodeId}:`))
      .map(({ line }) => line)
      .join('\n'),
  );
  const isAnswerable = useSyncExternalStore(
    activity.subscribeQuestions,
    () => activity.questions().isAnswerable,
  );
  if (lines === '' || open) return null;
  const [first = '', ...others] = lines.split('\n');
  return (
    <button
      type="button"
      className={styles.badge}
      title={lines}
      tabIndex={-1}
      data-part="question"
      data-testid={`waiting-${nodeId}`}
      aria-label={isAnswerable ? `Answer ${nodeId}: ${lines}` : `${nodeId} asked: ${lines}`}
      aria-disabled={!isAnswerable}
      onClick={(event) => {
        event.stopPropagation();
        if (!isAnswerable) return;
        dispatch({ type: 'focus-interrupt', threadId: null, nodeId, interruptId: null });
      }}
    >
      <MessageCircleQuestion size={12} aria-hidden />
      <span className={styles.line}>{first}</span>
      {others.length === 0 ? null : <b>+{others.length}</b>}
    </button>
  );
}
