import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { RunMessage, ToolCall } from '../model/run-message.ts';
import { JsonOrText } from './JsonOrText.tsx';
import { MediaList } from './Media.tsx';
import styles from './RunMessagesView.module.css';

// Longer calls start collapsed.
const maxExpandedLength = 600;

export interface ToolCallViewProps {
  readonly call: ToolCall;
  readonly answer: Pick<RunMessage, 'text' | 'media' | 'failed'> | undefined;
}

export function ToolCallView({ call: { name, argsText }, answer }: ToolCallViewProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const detailsId = useId();
  const hasArgs = argsText !== '' && argsText !== '{}';
  const open = chosen ?? argsText.length + (answer?.text.length ?? 0) <= maxExpandedLength;
  return (
    <div className={styles.call} data-testid={`call-${name}`}>
      <div className={styles.callHead}>
        <button
          type="button"
          className={styles.callToggle}
          aria-expanded={open}
          aria-controls={detailsId}
          onClick={() => setChosen(!open)}
        >
          {open ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
          calls <code>{name}</code>
        </button>
        {answer ? (
          <span className={clsx(styles.usage, answer.failed && styles.failed)}>
            {answer.failed ? 'failed' : 'answered'}
          </span>
        ) : null}
      </div>
      <div id={detailsId} className={styles.callBody}>
        {open && hasArgs ? <JsonOrText label={`Arguments of ${name}`} text={argsText} /> : null}
        {open && answer ? (
          <div className={styles.answer} data-failed={answer.failed}>
            <JsonOrText label={`Result of ${name}`} text={answer.text} />
            <MediaList media={answer.media} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
