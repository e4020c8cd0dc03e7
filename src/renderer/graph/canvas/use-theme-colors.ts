import { useEffect, useState, type RefObject } from 'react';
import { readThemeColors, type ThemeColors } from './theme-colors.ts';

export function useThemeColors(element: RefObject<HTMLElement | null>): ThemeColors | null {
  const [palette, setPalette] = useState<ThemeColors | null>(null);
  useEffect(() => {
    const read = (): void => {
      if (element.current) setPalette(readThemeColors(element.current));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', read);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', read);
    };
  }, [element]);
  return palette;
}
