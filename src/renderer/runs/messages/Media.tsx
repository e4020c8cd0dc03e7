import { ImageOff } from 'lucide-react';
import { RemoteImage } from '../../shared-ui/RemoteImage.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import type { MessageMedia } from '../model/message-content.ts';
import styles from './RunMessagesView.module.css';

export const maxParts = 100;

export function MediaList({ media }: { readonly media: readonly MessageMedia[] }) {
  return (
    <>
      {media.slice(0, maxParts).map((one, index) => (
        <Media key={String(index)} media={one} />
      ))}
      <MoreParts count={media.length - maxParts} />
    </>
  );
}

export function MoreParts({ count }: { readonly count: number }) {
  if (count <= 0) return null;
  return <p className={styles.usage}>{count.toLocaleString('en')} more are in Events.</p>;
}

function Media({ media: { type, imageUrl, source } }: { readonly media: MessageMedia }) {
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
