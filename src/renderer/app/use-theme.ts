import { useEffect } from 'react';
import { useUi } from './workbench/ui-store.ts';

/** Puts the chosen theme on the page; without one the page follows the system. */
export function useTheme(): void {
  const theme = useUi((state) => state.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
