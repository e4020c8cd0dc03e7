// The connection to the studio that started this process: Electron's utility process or Node's fork.

/** Does nothing if the studio is gone. */
export function send(message) {
  if (process.parentPort) process.parentPort.postMessage(message);
  else if (process.connected) process.send(message);
}

/** Calls `listener` with each message of the studio. */
export function onMessage(listener) {
  if (process.parentPort) process.parentPort.on('message', (event) => listener(event.data));
  else process.on('message', listener);
}
