import { clsx } from 'clsx';
import { memo, useSyncExternalStore } from 'react';
import { callKey, type MessagesReducer } from '../model/messages.ts';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import { Media } from './Media.tsx';
import { type RunMessage, type ToolCall, messageAuthors } from '../model/message.ts';
import styles from './RunMessagesView.module.css';

type Messages = Omit<MessagesReducer, 'add'>;

export interface MessageProps {
  readonly messages: Messages;
  readonly messageKey: string;
}

export const Message = memo(function Message({ messages, messageKey }: MessageProps) {
  const message = useSyncExternalStore(
    (listener) => messages.subscribe(messageKey, listener),
    () => messages.get(messageKey),
  );
  if (!message) return null;
  const { type, name, text, thinking, toolCalls, media, failed } = message;
  return (
    <div className={styles.message} data-type={type}>
      <div className={styles.author}>
        <b>{messageAuthors[type] ?? type}</b>
        {name === null ? null : <code>{name}</code>}
        {failed ? <span className={styles.failed}>failed</span> : null}
        <span className={styles.usage}>{usageText(message)}</span>
      </div>
      {thinking === '' ? null : (
        <div className={styles.thinking}>
          <TruncatedText text={thinking} />
        </div>
      )}
      {text === '' ? null : <TruncatedText text={text} />}
      <MediaList media={media} />
      {toolCalls.slice(0, mostParts).map((call, at) => (
        <Call key={`${call.id ?? ''} ${at}`} messages={messages} call={call} />
      ))}
      <More count={toolCalls.length - mostParts} />
    </div>
  );
});

/** Limits the displayed parts of a message (row U-7). */
const mostParts = 100;

function MediaList({ media }: Pick<RunMessage, 'media'>) {
  return (
    <>
      {media.slice(0, mostParts).map((one, at) => (
        <Media key={String(at)} media={one} />
      ))}
      <More count={media.length - mostParts} />
    </>
  );
}

function More({ count }: { readonly count: number }) {
  if (count <= 0) return null;
  return <p className={styles.usage}>{count.toLocaleString('en')} more are in Events.</p>;
}

/** A tool call with its results. */
function Call({ messages, call }: { readonly messages: Messages; readonly call: ToolCall }) {
  const answer = useSyncExternalStore(
    (listener) => messages.subscribe(callKey(call.id ?? ''), listener),
    () => (call.id === null ? undefined : messages.answerTo(call.id)),
  );
  return (
    <div className={styles.call} data-testid={`call-${call.name}`}>
      <div className={styles.callHead}>
        calls <code>{call.name}</code>
        {answer ? (
          <span className={clsx(styles.usage, answer.failed && styles.failed)}>
            {answer.failed ? 'failed' : 'answered'}
          </span>
        ) : null}
      </div>
      {call.argsText === '' || call.argsText === '{}' ? null : (
        <div className={styles.args}>
          <TruncatedText text={call.argsText} />
        </div>
      )}
      {answer ? (
        <div className={styles.answer} data-failed={answer.failed}>
          <TruncatedText text={answer.text} />
          <MediaList media={answer.media} />
        </div>
      ) : null}
    </div>
  );
}

function usageText({ usage }: RunMessage): string {
  return usage === null ? '' : `${usage.input} in + ${usage.output} out = ${usage.total} tok`;
}
