import { EventEmitter } from 'node:events';
import { refuseUnknown } from '../refuse-unknown.ts';

/** The program's end of IPC: messages only. `handle` and its kin are not used by the studio, so they refuse. */
export class IpcMain extends EventEmitter {}

refuseUnknown('ipcMain', IpcMain.prototype);

export const ipcMain = new IpcMain();
