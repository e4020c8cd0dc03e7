import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, useId, useState, type ReactNode } from 'react';
import { Markdown } from '../../shared-ui/markdown/Markdown.tsx';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import { messageAuthors, type RunMessage, type ToolCall } from '../model/run-message.ts';
import { JsonOrText } from './JsonOrText.tsx';
import { MediaList, MoreParts, maxParts } from './Media.tsx';
import styles from './RunMessagesView.module.css';

export interface MessageViewProps {
  readonly message: RunMessage;
  readonly showsCalls: boolean;
  readonly renderCall: (call: ToolCall) => ReactNode;
}

// Models and prompts write Markdown; people and tools mean what they type.
const markdownTypes = new Set(['ai', 'assistant', 'system', 'developer']);

export function MessageView({ message, showsCalls, renderCall }: MessageViewProps) {
  const { type, name, text, thinking, toolCalls, media, failed } = message;
  return (
    <div className={styles.message} data-type={type}>
      <div className={styles.author}>
        <b>{messageAuthors[type] ?? type}</b>
        {name === null ? null : <code>{name}</code>}
        {failed ? <span className={styles.failed}>failed</span> : null}
        <span className={styles.usage}>{usageText(message)}</span>
      </div>
      {thinking === '' ? null : <Reasoning text={thinking} isDone={text !== ''} />}
      {text === '' ? null : markdownTypes.has(type) ? (
        <Markdown text={text} />
      ) : type === 'tool' ? (
        <JsonOrText label="Result" text={text} />
      ) : (
        <TruncatedText text={text} />
      )}
      <MediaList media={media} />
      {showsCalls ? (
        <>
          {toolCalls.slice(0, maxParts).map((call, index) => (
            <Fragment key={`${call.id ?? ''} ${index}`}>{renderCall(call)}</Fragment>
          ))}
          <MoreParts count={toolCalls.length - maxParts} />
        </>
      ) : toolCalls.length === 0 ? null : (
        <p className={styles.hidden}>
          {toolCalls.length === 1 ? '1 tool call hidden' : `${toolCalls.length} tool calls hidden`}
        </p>
      )}
    </div>
  );
}

// Expanded while the model reasons, collapsed once it answers.
function Reasoning({ text, isDone }: { readonly text: string; readonly isDone: boolean }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const detailsId = useId();
  const open = chosen ?? !isDone;
  return (
    <div className={styles.thinking}>
      <button
        type="button"
        className={styles.callToggle}
        aria-expanded={open}
        aria-controls={detailsId}
        onClick={() => setChosen(!open)}
      >
        {open ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
        Reasoning
      </button>
      <div id={detailsId}>{open ? <TruncatedText text={text} /> : null}</div>
    </div>
  );
}

function usageText({ usage }: RunMessage): string {
  return usage === null ? '' : `${usage.input} in + ${usage.output} out = ${usage.total} tok`;
}
