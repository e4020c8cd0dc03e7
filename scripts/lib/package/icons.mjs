import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../paths.mjs';
import { sha256 } from './asar.mjs';

/** The studio's one drawing, which is also the icon of its page. */
export const drawing = inRoot('src/renderer/icon.svg');

export const iconFolder = pathToFileURL(`${inRoot('packaging/icons')}/`);

/** Widths of the icons in pixels; each is a square. */
export const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** Changes with the drawing, whatever line ends a checkout gave it. */
export const drawingStamp = () => sha256(readFileSync(drawing, 'utf8').replaceAll('\r\n', '\n'));
