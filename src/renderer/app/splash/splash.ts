import { drawSplash, type SplashPart } from './draw-splash.ts';
import { readSplash, readStoredUiState } from './splash-data.ts';
import styles from './splash.module.css';

// Maximum time on screen, because the splash shows old data.
const maxMs = 8000;

// Maximum wait for the first frame: a hidden window has none.
const frameMs = 100;

let layer: HTMLElement | null = null;
let parts: ReadonlyMap<SplashPart, HTMLElement> = new Map();

/**
 * Shows the window as last seen, with its theme, before the app's code has loaded. Inert: clicks go through
 * it. Resolves once it is painted.
 */
export async function showSplash(): Promise<void> {
  const remembered = readStoredUiState();
  const { theme } = remembered;
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset['theme'] = theme;
  try {
    parts = drawSplash(readSplash(), remembered);
  } catch {
    // The stored data is invalid.
    parts = drawSplash(null, remembered);
  }
  layer = document.createElement('div');
  layer.className = styles.layer ?? '';
  layer.ariaHidden = 'true';
  layer.inert = true;
  for (const [name, part] of parts) part.dataset['opening'] = name;
  // oxlint-disable-next-line studio/no-spread-arguments -- one part per pane
  layer.append(...parts.values());
  document.body.append(layer);
  setTimeout(removeSplash, maxMs);
  // In a page of another size the layout differs.
  window.addEventListener('resize', () => removeSplash(), { once: true });
  await painted();
}

/** Removes a part of the splash once the app renders its own, or all of it. */
export function removeSplash(part?: SplashPart): void {
  if (part) parts.get(part)?.remove();
  if (part && layer?.hasChildNodes()) return;
  layer?.remove();
  layer = null;
}

// Waits for a frame before the app's code blocks the page. A hidden page has no frames.
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, frameMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
