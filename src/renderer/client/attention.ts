import { useEffect } from 'react';
import { useStudio } from './studio.tsx';
import { watch } from './watch.ts';

/** Tells the back end that somebody looks at this window, for as long as it is visible (row R-8). */
export function useAttention(): void {
  const studio = useStudio();
  useEffect(() => {
    const attend = (): (() => void) =>
      watch(studio, 'app.attend', {}, { onItem: () => undefined, onState: () => undefined });
    let leave: (() => void) | null = null;
    const look = (): void => {
      if (document.visibilityState === 'visible') {
        leave ??= attend();
      } else {
        leave?.();
        leave = null;
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      leave?.();
    };
  }, [studio]);
}
