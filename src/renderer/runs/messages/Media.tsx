import { ImageOff } from 'lucide-react';
import { RemotePicture } from '../../client/RemotePicture.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import type { MessageMedia } from './message-content.ts';
import styles from './Messages.module.css';

/** A picture that came along is shown; anything that lies elsewhere is named, and loaded when asked for (row U-2). */
export function Media({ media: { what, picture, place } }: { readonly media: MessageMedia }) {
  if (picture !== null) return <img className={styles.picture} src={picture} alt={place || what} />;
  if (/^https?:/i.test(place))
    return <RemotePicture address={place} label={`${what}, not loaded by itself:`} />;
  const isElsewhere = /^[a-z][a-z0-9+.-]*:/i.test(place);
  return (
    <p className={styles.media}>
      <ImageOff size={13} aria-hidden />
      <span>{isElsewhere ? `${what}, not loaded:` : what}</span>
      {place === '' ? null : <code title={place}>{place}</code>}
      {isElsewhere ? <CopyButton label="Copy the address" text={place} /> : null}
    </p>
  );
}
