import { AppError } from '../../shared/app-error.ts';
import type { Port } from '../../shared/rpc/port.ts';
import { forgetWebSession, noSession, type WebSession } from './web-session.ts';

// Close codes of the web host for an invalid token.
const refusals = new Set([1008, 4401, 4403]);

// Close code of the web host for too many windows.
const tooManyWindows = 4429;

// How long the host may take to send `ready`, in milliseconds.
const readyMs = 10_000;

// Opens a socket to the web host, sends the token, and resolves when the host is ready and has proved its
// identity: after the studio has ended, any program on this machine can listen on its port. Rejects with
// `unauthorized` if either is refused (retrying does not help), `conflict` for too many windows, and
// `unreachable` otherwise.
export function openWebSocketPort(
  url: string,
  { token, proof }: WebSession,
  signal: AbortSignal,
): Promise<Port> {
  const givenUp = (): AppError => new AppError('cancelled', 'The connection was given up.');
  if (signal.aborted) return Promise.reject(givenUp());
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    let ready = false;
    const giveUp = (error: AppError): void => {
      clearTimeout(timer);
      reject(error);
      socket.close();
    };
    const timer = setTimeout(() => giveUp(unreachable()), readyMs);
    signal.addEventListener('abort', () => {
      if (!ready) giveUp(givenUp());
    });
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
    socket.addEventListener('message', (event) => {
      if (ready) return;
      const receivedProof = proofOf(event.data);
      if (receivedProof === null)
        return giveUp(new AppError('protocol', 'The studio did not say that it is ready.'));
      if (receivedProof !== proof) return giveUp(anotherProgram());
      ready = true;
      clearTimeout(timer);
      resolve(socketPort(socket));
    });
    socket.addEventListener('close', (event) => {
      if (ready) return;
      if (event.code === tooManyWindows) return giveUp(noRoom());
      if (!refusals.has(event.code)) return giveUp(unreachable());
      forgetWebSession();
      giveUp(noSession('This session has ended.'));
    });
  });
}

function socketPort(socket: WebSocket): Port {
  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN && typeof message === 'string') socket.send(message);
    },
    onMessage(listener) {
      const take = (event: MessageEvent): void => {
        const data: unknown = event.data;
        if (typeof data === 'string') listener(data);
        else if (data instanceof ArrayBuffer) listener(new Uint8Array(data));
      };
      socket.addEventListener('message', take);
      return () => socket.removeEventListener('message', take);
    },
    onClose(listener) {
      if (socket.readyState === WebSocket.CLOSED) {
        listener();
        return () => undefined;
      }
      socket.addEventListener('close', listener, { once: true });
      return () => socket.removeEventListener('close', listener);
    },
    close() {
      socket.close();
    },
  };
}

// The proof sent with `ready`; empty if there is none, `null` for another message.
function proofOf(data: unknown): string | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    if (typeof message !== 'object' || message === null || !('type' in message)) return null;
    if (message.type !== 'ready') return null;
    return 'proof' in message && typeof message.proof === 'string' ? message.proof : '';
  } catch {
    return null;
  }
}

function anotherProgram(): AppError {
  return new AppError('unauthorized', 'Another program is responding at this address.', {
    hint: 'Close this tab. Start the studio again and open the address that it prints.',
  });
}

function noRoom(): AppError {
  return new AppError('conflict', 'Too many windows of this studio are open.', {
    hint: 'Close one, and this one opens automatically.',
  });
}

function unreachable(): AppError {
  return new AppError('unreachable', 'The studio is not responding.', {
    hint: 'Check whether the command that started it is still running.',
  });
}
