import { expect, it } from 'vitest';
import { decodeTable } from './decode-table.ts';

it('a file of a spreadsheet is read in its encoding, and named if it is not UTF-8', () => {
  const text = 'größe;n\r\nzwölf €;1';
  const bytes = (...codes: number[]): Uint8Array => Uint8Array.from(codes);
  expect(decodeTable(new TextEncoder().encode(text))).toEqual({ text, encoding: null });
  const utf16 = Buffer.concat([bytes(0xff, 0xfe), Buffer.from(text, 'utf16le')]);
  expect(decodeTable(utf16)).toEqual({ text, encoding: 'UTF-16' });
  expect(decodeTable(Buffer.from(utf16).swap16())).toEqual({ text, encoding: 'UTF-16' });
  // Node's own decoder takes 0x80 to 0x9f for Latin-1; browsers' do not.
  expect(decodeTable(bytes(0x67, 0xf6, 0x3b, 0xdf))).toEqual({ text: 'gö;ß', encoding: 'Windows-1252' });
});
