/**
 * @typedef {object} AnimationFrame
 * @property {Buffer} image A lossy WebP picture without alpha, as a canvas encodes it.
 * @property {number} x @property {number} y Where it lies, in even pixels.
 * @property {number} width @property {number} height
 * @property {number} durationMs
 */

/**
 * Joins pictures to an animated WebP that plays for ever (RFC 9649). Each frame is drawn over the one before it.
 * @param {{ width: number, height: number }} size @param {readonly AnimationFrame[]} frames
 */
export function animatedWebp({ width, height }, frames) {
  const header = Buffer.concat([uint(2, 4), uint(width - 1, 3), uint(height - 1, 3)]);
  const forEver = Buffer.concat([uint(0, 4), uint(0, 2)]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', header),
    chunk('ANIM', forEver),
    ...frames.map((frame) => chunk('ANMF', frameOf(frame))),
  ]);
  return Buffer.concat([Buffer.from('RIFF'), uint(body.length, 4), body]);
}

/** @param {AnimationFrame} frame */
function frameOf({ image, x, y, width, height, durationMs }) {
  const doNotBlend = 2;
  return Buffer.concat([
    uint(x / 2, 3),
    uint(y / 2, 3),
    uint(width - 1, 3),
    uint(height - 1, 3),
    uint(Math.round(durationMs), 3),
    uint(doNotBlend, 1),
    bitstreamOf(image),
  ]);
}

/** The chunk with the picture itself. @param {Buffer} image */
function bitstreamOf(image) {
  for (let index = 12; index < image.length;) {
    const length = image.readUInt32LE(index + 4);
    const end = index + 8 + length + (length % 2);
    if (image.toString('latin1', index, index + 4) === 'VP8 ') return image.subarray(index, end);
    index = end;
  }
  throw new Error('The picture is not a lossy WebP without alpha.');
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const padding = Buffer.alloc(data.length % 2);
  return Buffer.concat([Buffer.from(name), uint(data.length, 4), data, padding]);
}

/** A little-endian number. @param {number} value @param {number} bytes */
function uint(value, bytes) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
