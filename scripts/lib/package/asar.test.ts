import { expect, it } from 'vitest';
import { readAsar, sha256, writeAsar } from './asar.mjs';

const files = new Map([
  ['package.json', Buffer.from('{}')],
  ['größe.js', Buffer.from('export const ä = 1;')],
  ['empty', Buffer.alloc(0)],
]);

it('an archive gives back its files and the hashes that it states', () => {
  const read = readAsar(writeAsar(files));
  expect([...read.keys()]).toEqual([...files.keys()]);
  for (const [path, { bytes, integrity }] of read) {
    expect(bytes).toEqual(files.get(path));
    expect(integrity).toBe(sha256(bytes));
  }
});

it('a changed byte of the archive no longer has the stated hash', () => {
  const archive = writeAsar(files);
  const changed = Buffer.from(archive);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  const differing = [...readAsar(changed)].filter(([, { bytes, integrity }]) => integrity !== sha256(bytes));
  expect(differing.map(([path]) => path)).toEqual(['größe.js']);
});

it('what lies outside of the archive, or is a link, is refused', () => {
  const text = (node: object): Buffer => {
    const header = Buffer.from(JSON.stringify({ files: { x: node } }));
    const head = Buffer.alloc(16);
    head.writeUInt32LE(header.length + 8, 4);
    head.writeUInt32LE(header.length, 12);
    return Buffer.concat([head, header]);
  };
  expect(() => readAsar(text({ size: 1, unpacked: true }))).toThrow('lies outside of the archive');
  expect(() => readAsar(text({ link: '/etc/passwd' }))).toThrow('is a link');
});
