import { membersOrEmpty, parseJson } from '../frames/json-access.ts';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import { Media } from './Media.tsx';
import { readMessage, messageAuthors } from '../model/message.ts';
import styles from './RunMessagesView.module.css';

/** Renders one message from its JSON. */
export function JsonMessage({ text: json }: { readonly text: string }) {
  const { type, name, text, media, toolCalls } = readMessage(
    membersOrEmpty(parseJson(json)),
    'sent',
    '',
    () => json,
  );
  return (
    <div className={styles.message} data-type={type}>
      <div className={styles.author}>
        <b>{messageAuthors[type] ?? type}</b>
        {name === null ? null : <code>{name}</code>}
      </div>
      {text === '' ? null : <TruncatedText text={text} />}
      {media.map((one, at) => (
        <Media key={String(at)} media={one} />
      ))}
      {toolCalls.map((call, at) => (
        <div key={call.id ?? String(at)} className={styles.callHead}>
          calls <code>{call.name}</code> <code>{call.argsText}</code>
        </div>
      ))}
    </div>
  );
}
