import { contextBridge, ipcRenderer } from 'electron';
import { exposeBridge } from './expose-bridge.ts';

exposeBridge({ contextBridge, ipcRenderer });
