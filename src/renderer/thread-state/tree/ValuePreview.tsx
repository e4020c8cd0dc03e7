import { ImageOff } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { RemoteImage } from '../../shared-ui/RemoteImage.tsx';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { sizeText } from '../../ui/display/format.ts';
import { escapeInvisible } from '../../../shared/escape-invisible.ts';
import { detectMedia } from './detect-text-kind.ts';
import styles from './StateTree.module.css';

interface ValuePreviewProps {
  readonly top: number;
  // A CSS length.
  readonly indent: string;
  readonly level: number;
  readonly label: string;
  readonly onHeight: (pixels: number) => void;
  readonly children: ReactNode;
}

// The readable content of a value below its row. Reports its height, so that later rows move down.
export function ValuePreview({ top, indent, level, label, onHeight, children }: ValuePreviewProps) {
  const container = useRef<HTMLDivElement>(null);
  const report = useEffectEvent(onHeight);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => report(element.offsetHeight));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return (
    <div
      ref={container}
      className={styles.block}
      role="treeitem"
      aria-level={level}
      aria-label={label}
      style={{ transform: `translateY(${top}px)`, paddingLeft: indent }}
    >
      {children}
    </div>
  );
}

// Limits the rendered characters: megabytes of text would freeze the window.
const drawnAtOnce = 20_000;

// A text with its line breaks, and as an image if it is one.
export function TextPreview({ text, label }: { readonly text: string; readonly label: string }) {
  const [drawn, setDrawn] = useState(drawnAtOnce);
  const media = detectMedia(text);
  if (media?.kind === 'picture') {
    return <img className={styles.image} src={media.address} alt={`${label}, ${media.type}`} />;
  }
  if (media?.kind === 'link') {
    return <RemoteImage address={media.address} label="An address, not loaded automatically:" />;
  }
  return (
    <>
      {media?.kind === 'data' ? (
        <p className={styles.media}>
          <ImageOff size={13} aria-hidden />
          <span>Data of type {media.type}, not shown.</span>
        </p>
      ) : null}
      <pre className={styles.content} {...scrollableGroupProps(`Text of ${label}`)}>
        {escapeInvisible(text.slice(0, drawn))}
      </pre>
      {text.length > drawn ? (
        <button type="button" className={styles.more} onClick={() => setDrawn(drawn * 4)}>
          Show more of {sizeText(text.length)}
        </button>
      ) : null}
    </>
  );
}
