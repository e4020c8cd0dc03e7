import { drawSplash, type SplashPart } from './draw-splash.ts';
import { readSplash, readStoredUiState } from './splash-data.ts';
import styles from './splash.module.css';

/** Whatever the window does meanwhile, the picture is of something old: it never stays longer. */
const longestMs = 8000;

/** How long the first frame may take, before a window is opened that nobody may be looking at. */
const frameMs = 100;

let layer: HTMLElement | null = null;
let parts: ReadonlyMap<SplashPart, HTMLElement> = new Map();

/**
 * Shows the window as it was last seen, in its theme, before any of its code is there. Only a picture: it can't be
 * reached, and clicks go through it. Settles when it has been painted.
 */
export async function showSplash(): Promise<void> {
  const remembered = readStoredUiState();
  const { theme } = remembered;
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset['theme'] = theme;
  try {
    parts = drawSplash(readSplash(), remembered);
  } catch {
    // What was kept is not as it should be.
    parts = drawSplash(null, remembered);
  }
  layer = document.createElement('div');
  layer.className = styles.layer ?? '';
  layer.ariaHidden = 'true';
  layer.inert = true;
  for (const [name, part] of parts) part.dataset['opening'] = name;
  layer.append(...parts.values());
  document.body.append(layer);
  setTimeout(removeSplash, longestMs);
  // In a page of another size the window's panes have other places.
  window.addEventListener('resize', () => removeSplash(), { once: true });
  await painted();
}

/** Takes a part of the picture away, because the window shows its own; or all of it. */
export function removeSplash(part?: SplashPart): void {
  if (part) parts.get(part)?.remove();
  if (part && layer?.hasChildNodes()) return;
  layer?.remove();
  layer = null;
}

/** The code of the window keeps the page busy: a frame has to come first. A page out of sight has none. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, frameMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
