import { membersOf, parseJson } from '../frame-json.ts';
import { FoldedText } from '../../ui/FoldedText.tsx';
import { Media } from './Media.tsx';
import { messageOf } from './message.ts';
import { speakers } from './speakers.ts';
import styles from './Messages.module.css';

/** A single message that lies in some value, from its JSON: who speaks, what is said, and what came along. */
export function SentMessage({ text: json }: { readonly text: string }) {
  const { type, name, text, media, toolCalls } = messageOf(membersOf(parseJson(json)), 'sent', '');
  return (
    <div className={styles.message} data-type={type}>
      <div className={styles.speaker}>
        <b>{speakers[type] ?? type}</b>
        {name === null ? null : <code>{name}</code>}
      </div>
      {text === '' ? null : <FoldedText text={text} />}
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
