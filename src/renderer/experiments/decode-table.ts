export interface DecodedTable {
  readonly text: string;
  readonly encoding: 'UTF-16' | 'Windows-1252' | null;
}

/** Decodes a file of a spreadsheet: UTF-8, UTF-16 with a byte order mark, or what Excel writes in Western Europe. */
export function decodeTable(bytes: Uint8Array): DecodedTable {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: null };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
