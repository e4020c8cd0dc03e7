import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** @param {string[]} parts A path inside the repository. */
export const inRoot = (...parts) => resolve(root, ...parts);
