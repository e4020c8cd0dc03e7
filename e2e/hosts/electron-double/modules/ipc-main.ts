import { EventEmitter } from 'node:events';
import { refuseUnknown } from '../refuse-unknown.ts';

/** The program's end of IPC: messages only. The studio does not use `handle` and the like, so they throw. */
export class IpcMain extends EventEmitter {}

refuseUnknown('ipcMain', IpcMain.prototype);

export const ipcMain = new IpcMain();
