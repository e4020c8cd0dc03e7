import type { LoadedImage } from '../../shared/model/image.ts';

/**
 * The kind of picture that bytes are, by what they begin with; `null` for anything else. What a server says of them does
 * not count: an SVG or a page that calls itself a picture is none (row U-1).
 */
export function sniffImageType(bytes: Uint8Array): LoadedImage['type'] | null {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'image/webp';
  return /^[^]{4}ftypavi[fs]/.test(head) ? 'image/avif' : null;
}
