import { EventEmitter } from 'node:events';

/** Loaded into every utility process first: gives it Electron's `process.parentPort`, and ends it with its parent. */
const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void process.send?.(message),
});
process.on('message', (data) => void parentPort.emit('message', { data, ports: [] }));
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort, type: 'utility' });
