import { createHash } from 'node:crypto';

/**
 * @typedef {object} AsarFile
 * @property {Buffer} bytes
 * @property {string | null} integrity Hash that the archive's header states, SHA-256 in hex. Electron compares it when the file is read.
 */

/** @typedef {{ files?: Record<string, Node>, offset?: string, size?: number, unpacked?: boolean, link?: string,
 *   integrity?: { hash: string } }} Node */

/**
 * The files of an asar archive, by their paths. Written from the description of the format and not by the library
 * that packs, so that the two check each other. Throws on what our archives must not have: links, and files that
 * lie outside.
 * @param {Buffer} archive
 */
export function readAsar(archive) {
  const { header, start } = readHeader(archive);
  /** @type {Map<string, AsarFile>} */
  const files = new Map();
  const walk = (/** @type {Node} */ node, /** @type {string} */ path) => {
    if (node.files) {
      for (const [name, inner] of Object.entries(node.files))
        walk(inner, path === '' ? name : `${path}/${name}`);
      return;
    }
    if (node.link !== undefined || node.unpacked || node.offset === undefined || node.size === undefined)
      throw new Error(`${path} is a link, or lies outside of the archive.`);
    const from = start + Number(node.offset);
    files.set(path, {
      bytes: archive.subarray(from, from + node.size),
      integrity: node.integrity?.hash ?? null,
    });
  };
  walk(header, '');
  return files;
}

/**
 * Hash of the header's text, which macOS and Windows keep with the program.
 * @param {Buffer} archive
 */
export function headerHash(archive) {
  return sha256(readHeader(archive).text);
}

/** Two pickles: the size of the second, and the header as text. @param {Buffer} archive */
function readHeader(archive) {
  const size = archive.readUInt32LE(4);
  const text = archive.toString('utf8', 16, 16 + archive.readUInt32LE(12));
  return { header: /** @type {Node} */ (JSON.parse(text)), text, start: 8 + size };
}

/**
 * An archive of a few files at its top, for tests and stand-ins.
 * @param {ReadonlyMap<string, Buffer>} files
 */
export function writeAsar(files) {
  let offset = 0;
  /** @type {Record<string, Node>} */
  const nodes = {};
  for (const [name, bytes] of files) {
    nodes[name] = { size: bytes.length, offset: String(offset), integrity: { hash: sha256(bytes) } };
    offset += bytes.length;
  }
  const text = Buffer.from(JSON.stringify({ files: nodes }));
  const padded = Math.ceil(text.length / 4) * 4;
  const head = Buffer.alloc(16 + padded);
  head.writeUInt32LE(4, 0);
  head.writeUInt32LE(padded + 8, 4);
  head.writeUInt32LE(padded + 4, 8);
  head.writeUInt32LE(text.length, 12);
  text.copy(head, 16);
  return Buffer.concat([head, ...files.values()]);
}

/** @param {string | Buffer} content */
export const sha256 = (content) => createHash('sha256').update(content).digest('hex');
