import { useEffect, useRef } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import styles from './threads.module.css';

interface LoadMoreProps {
  readonly busy: boolean;
  readonly onMore: () => void;
}

export function LoadMore({ busy, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (element === null || busy) return undefined;
    const watch = new IntersectionObserver(([intersectionObserverEntry]) => {
      if (intersectionObserverEntry?.isIntersecting === true) onMore();
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [busy, onMore]);
  return (
    <div ref={end} className={styles.more}>
      <Button size="small" busy={busy ? 'Loading' : null} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
