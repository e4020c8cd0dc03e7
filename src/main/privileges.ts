import type { CustomScheme } from 'electron';
import { appScheme } from './app-origin.ts';

/**
 * What our scheme may do, told to Chromium before the program is ready (row E-11): a standard, secure origin whose page
 * may load its own modules and workers, whose compiled code may be kept for the next start. It can't pass by a content
 * policy, is not open to other origins and runs no service worker.
 */
export const privilegedSchemes: CustomScheme[] = [
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
];
