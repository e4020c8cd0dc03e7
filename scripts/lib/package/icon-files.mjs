// Icon files of Windows and macOS. Both are tables of pictures, and both take PNG as it is.

/** Sizes of an `.ico`; it has one byte for each. */
const icoSizes = [16, 24, 32, 48, 64, 128, 256];

/** Types of an `.icns` by what they show: the size in pixels, some of them for displays with twice the pixels. */
const icnsTypes = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]);

/** @param {ReadonlyMap<number, Buffer>} pictures PNG by width; throws when one that belongs in is missing. */
export function encodeIco(pictures) {
  const bodies = icoSizes.map((size) => pictureOf(pictures, size));
  const head = Buffer.alloc(6 + 16 * bodies.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(bodies.length, 4);
  let offset = head.length;
  for (const [index, body] of bodies.entries()) {
    const at = 6 + 16 * index;
    // 0 stands for 256.
    const side = (icoSizes[index] ?? 0) % 256;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(body.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += body.length;
  }
  return Buffer.concat([head, ...bodies]);
}

/** @param {ReadonlyMap<number, Buffer>} pictures PNG by width; throws when one that belongs in is missing. */
export function encodeIcns(pictures) {
  const entries = icnsTypes.map(([type, size]) => block(type, pictureOf(pictures, size)));
  return block('icns', Buffer.concat(entries));
}

/** @param {string} type @param {Buffer} body */
function block(type, body) {
  const head = Buffer.alloc(8);
  head.write(type, 'ascii');
  head.writeUInt32BE(head.length + body.length, 4);
  return Buffer.concat([head, body]);
}

/** @param {ReadonlyMap<number, Buffer>} pictures @param {number} size */
function pictureOf(pictures, size) {
  const picture = pictures.get(size);
  if (!picture) throw new Error(`There is no picture of ${size} pixels.`);
  return picture;
}
