import { EventEmitter } from 'node:events';

/**
 * Loaded first in every utility process: adds Electron's `process.parentPort`, which queues messages until
 * there is a listener, and ends the process with its parent.
 */
const waiting: unknown[] = [];
const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void process.send?.(message),
});
const deliver = (data: unknown): void => void parentPort.emit('message', { data, ports: [] });

process.on('message', (data) => {
  if (parentPort.listenerCount('message') === 0) waiting.push(data);
  else deliver(data);
});
parentPort.on('newListener', (name) => {
  if (name === 'message') queueMicrotask(() => waiting.splice(0).forEach(deliver));
});
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort, type: 'utility' });
