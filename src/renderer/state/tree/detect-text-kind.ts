/** A picture larger than this is not shown by itself. */
export const maxImageChars = 4_000_000;

/** What a text is besides text. */
export type TextMedia =
  /** A picture that is in the text as a whole; `address` is safe to show. */
  | { readonly kind: 'picture'; readonly address: string; readonly type: string }
  /** Other data that is in the text. */
  | { readonly kind: 'data'; readonly type: string }
  /** Something that lies elsewhere: it is named and never fetched by itself (row U-2). */
  | { readonly kind: 'link'; readonly address: string };

/** Pixels only: SVG is a document of its own (row U-1). */
const safePicture = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,[A-Za-z0-9+/]+=*$/;

/** What a string stands for; `null` for plain text. */
export function detectMedia(text: string): TextMedia | null {
  if (text.startsWith('data:')) {
    const type = /^data:([\w.+-]+\/[\w.+-]+)?[;,]/.exec(text.slice(0, 200))?.[1];
    if (type === undefined) return null;
    const isPicture = text.length <= maxImageChars && safePicture.test(text);
    return isPicture ? { kind: 'picture', address: text, type } : { kind: 'data', type };
  }
  return /^https?:\/\/[^\s"<>]+$/.test(text) && text.length < 2000 ? { kind: 'link', address: text } : null;
}

/** A text that is a time of ISO 8601, as Python and JavaScript write it. */
export interface ParsedTime {
  /** With the T of ISO 8601 between day and time, otherwise as it came. */
  readonly text: string;
  readonly date: Date;
  /** It says no time zone, so that nobody knows which moment it means (row J-10). */
  readonly naive: boolean;
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i;

/** Reads a time; `null` for any other text, also for days that no calendar has. */
export function parseIsoTime(text: string): ParsedTime | null {
  const [, day = '', time = '', zone = ''] = isoTime.exec(text) ?? [];
  if (day === '') return null;
  const iso = `${day}T${time}${zone}`;
  const date = new Date(iso.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(date.getTime()) ? null : { text: iso, date, naive: zone === '' };
}
