import { useEffect, useRef } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import styles from '../threads.module.css';

interface LoadMoreProps {
  readonly busy: boolean;
  /** Goes on by itself when it is scrolled into sight. */
  readonly byItself: boolean;
  readonly onMore: () => void;
}

/** The end of what was read of a list that goes on. */
export function LoadMore({ busy, byItself, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = end.current;
    if (box === null || busy || !byItself) return undefined;
    const watch = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting === true) onMore();
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, [busy, byItself, onMore]);
  return (
    <div ref={end} className={styles.more}>
      <Button size="small" busy={busy ? 'Loading' : null} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
