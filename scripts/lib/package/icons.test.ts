import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeIcns, encodeIco } from './icon-files.mjs';
import { drawingStamp, iconFolder, iconSizes } from './icons.mjs';

const icon = (name: string): Buffer => readFileSync(new URL(name, iconFolder));

/** Width and height of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

function readIco(file: Buffer): Map<number, Buffer> {
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
  const entries = Array.from({ length: file.readUInt16LE(4) }, (_, index) => 6 + 16 * index);
  return new Map(
    entries.map((at) => {
      const start = file.readUInt32LE(at + 12);
      return [file.readUInt8(at) || 256, file.subarray(start, start + file.readUInt32LE(at + 8))];
    }),
  );
}

function readIcns(file: Buffer): Map<string, Buffer> {
  expect(file.toString('ascii', 0, 4)).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  const entries = new Map<string, Buffer>();
  for (let index = 8; index < file.length; index += file.readUInt32BE(index + 4))
    entries.set(
      file.toString('ascii', index, index + 4),
      file.subarray(index + 8, index + file.readUInt32BE(index + 4)),
    );
  return entries;
}

describe('the icons in the repository', () => {
  it('are those of the drawing (else: npm run icons)', () => {
    expect(icon('drawing.sha256').toString().trim()).toBe(drawingStamp());
  });

  it.each(iconSizes)('%d pixels are as wide and high as they say', (size) => {
    expect(sizeOf(icon(`${size}x${size}.png`))).toEqual([size, size]);
  });

  it('are in the file of Windows, in seven sizes', () => {
    const pictures = readIco(icon('icon.ico'));
    expect([...pictures.keys()]).toEqual([16, 24, 32, 48, 64, 128, 256]);
    for (const [size, png] of pictures) expect(sizeOf(png)).toEqual([size, size]);
    expect(pictures.get(48)).toEqual(icon('48x48.png'));
  });

  it('are in the file of macOS, up to 1024 pixels', () => {
    const widths = [...readIcns(icon('icon.icns'))].map(([type, png]) => [type, sizeOf(png)[0]]);
    expect(Object.fromEntries(widths)).toEqual({
      icp4: 16,
      icp5: 32,
      icp6: 64,
      ic07: 128,
      ic08: 256,
      ic09: 512,
      ic10: 1024,
      ic11: 32,
      ic12: 64,
      ic13: 256,
      ic14: 512,
    });
  });
});

it('no icon file is written when a size is missing', () => {
  expect(() => encodeIco(new Map())).toThrow('no picture of 16 pixels');
  expect(() => encodeIcns(new Map([[16, Buffer.from('x')]]))).toThrow('no picture of 32 pixels');
});
