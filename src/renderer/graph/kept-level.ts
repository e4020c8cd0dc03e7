import type { XrayLevel } from './levels.ts';

/** Where the x-ray level of an assistant's graph is remembered. */
function keyOf(connectionId: string, assistantId: string): string {
  return `studio.xray.${JSON.stringify([connectionId, assistantId])}`;
}

/** The remembered level; `null` when there is none, or storage can't be read. */
export function readLevel(connectionId: string, assistantId: string): XrayLevel | null {
  try {
    return parseLevel(localStorage.getItem(keyOf(connectionId, assistantId)));
  } catch {
    return null;
  }
}

/** Remembers a level. Storage that is full or switched off only means that it is forgotten. */
export function keepLevel(connectionId: string, assistantId: string, level: XrayLevel): void {
  try {
    localStorage.setItem(keyOf(connectionId, assistantId), String(level));
  } catch {
    // The level holds for as long as the window is open.
  }
}

/** `all` or a whole number from 0; anything else is `null`. */
export function parseLevel(text: string | null): XrayLevel | null {
  if (text === 'all') return 'all';
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
}
