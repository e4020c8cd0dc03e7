import { ImageOff } from 'lucide-react';
import { RemoteImage } from '../../domain/RemoteImage.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import type { MessageMedia } from '../model/message-content.ts';
import styles from './RunMessagesView.module.css';

/** Shows embedded images; remote media is named and loaded only on request (row U-2). */
export function Media({ media: { type, imageUrl, source } }: { readonly media: MessageMedia }) {
  if (imageUrl !== null) return <img className={styles.image} src={imageUrl} alt={source || type} />;
  if (/^https?:/i.test(source))
    return <RemoteImage address={source} label={`${type}, not loaded automatically:`} />;
  const isElsewhere = /^[a-z][a-z0-9+.-]*:/i.test(source);
  return (
    <p className={styles.media}>
      <ImageOff size={13} aria-hidden />
      <span>{isElsewhere ? `${type}, not loaded:` : type}</span>
      {source === '' ? null : <code title={source}>{source}</code>}
      {isElsewhere ? <CopyButton label="Copy the address" text={source} /> : null}
    </p>
  );
}
