import { contextBridge, ipcRenderer } from 'electron';
import { exposePreloadApi } from './expose-bridge.ts';

exposePreloadApi({ contextBridge, ipcRenderer });
