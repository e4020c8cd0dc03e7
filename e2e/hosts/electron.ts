import type { OpenHost } from './host.ts';

export const openElectron: OpenHost = () =>
  Promise.reject(new Error('The Electron host of the specs is not written yet.'));
