import { safeImageUrl } from '../../shared-ui/safe-image-url.ts';

// Larger images are not displayed automatically.
export const maxImageChars = 4_000_000;

export type TextMedia =
  /** A complete embedded image; `address` is safe to display. */
  | { readonly kind: 'picture'; readonly address: string; readonly type: string }
  /** Other embedded data. */
  | { readonly kind: 'data'; readonly type: string }
  /** Remote media: named, never fetched automatically. */
  | { readonly kind: 'link'; readonly address: string };

// `null` for plain text.
export function detectMedia(text: string): TextMedia | null {
  if (text.startsWith('data:')) {
    const type = /^data:([\w.+-]+\/[\w.+-]+)?[;,]/.exec(text.slice(0, 200))?.[1];
    if (type === undefined) return null;
    const isSafeImage = text.length <= maxImageChars && safeImageUrl.test(text);
    return isSafeImage ? { kind: 'picture', address: text, type } : { kind: 'data', type };
  }
  return /^https?:\/\/[^\s"<>]+$/.test(text) && text.length < 2000 ? { kind: 'link', address: text } : null;
}

// An ISO 8601 time as written by Python or JavaScript.
export interface ParsedTime {
  // With a T between date and time, otherwise unchanged.
  readonly text: string;
  readonly date: Date;
  // Without a time zone, so the moment is ambiguous.
  readonly naive: boolean;
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i;

// Parses a time; `null` for any other text, including invalid dates.
export function parseIsoTime(text: string): ParsedTime | null {
  const [, day = '', time = '', zone = ''] = isoTime.exec(text) ?? [];
  if (day === '') return null;
  const iso = `${day}T${time}${zone}`;
  const date = new Date(iso.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(date.getTime()) ? null : { text: iso, date, naive: zone === '' };
}
