import type { Net } from 'electron';
import { refuseUnknown } from '../refuse-unknown.ts';

/** Node's `fetch`; Electron's is Chromium's. A spec may replace it. */
export const net = refuseUnknown('net', {
  fetch: (input, init) => fetch(input, init),
} satisfies Pick<Net, 'fetch'>);
