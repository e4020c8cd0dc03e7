import { AppError } from '../../shared/app-error.ts';
import type { Port } from '../../shared/rpc/port.ts';
import { forgetWebSession, noSession, type WebSession } from './web-session.ts';

// Close codes of the web host for an invalid token.
const refusals = new Set([1008, 4401, 4403]);

// Close code of the web host for too many windows.
const tooManyWindows = 4429;

// How long the host may take to send `ready`, in milliseconds.
const readyMs = 10_000;

// How often an open socket is checked, in milliseconds, and at how many checks in a row it may owe an answer. The window asks
// something every two seconds (window-health.ts), so a host without a word is gone: a cut network closes no socket.
const silenceChecks = { checkMs: 4_000, checks: 5 };

// A long answer on a slow line is silent, too, until it is whole. So after a socket that is given up soon after another, the next
// one gets twice the time, up to this many times.
const maxLimitFactor = 8;
const soonMs = 10 * 60_000;

/** How long the sockets that a window opens one after the other may be silent. */
export interface SilenceLimit {
  readonly checkMs: number;
  /** Whether a socket is given up now, after so many checks in a row at which it owed an answer. */
  giveUpAfter(owedChecks: number): boolean;
}

export function createSilenceLimit({ checkMs, checks } = silenceChecks): SilenceLimit {
  let limitFactor = 1;
  let lastGivenUpAt = -Infinity;
  return {
    checkMs,
    giveUpAfter(owedChecks) {
      if (owedChecks < checks * limitFactor) return false;
      const now = performance.now();
      limitFactor = now - lastGivenUpAt < soonMs ? Math.min(limitFactor * 2, maxLimitFactor) : 1;
      lastGivenUpAt = now;
      return true;
    },
  };
}

// Opens a socket to the web host, sends the token, and resolves when the host is ready and has proved its
// identity: after the studio has ended, any program on this machine can listen on its port. Rejects with
// `unauthorized` if either is refused (retrying does not help), `conflict` for too many windows, and
// `unreachable` otherwise.
export function openWebSocketPort(
  url: string,
  { token, proof }: WebSession,
  signal: AbortSignal,
  silenceLimit: SilenceLimit,
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
      resolve(socketPort(socket, silenceLimit));
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

function socketPort(socket: WebSocket, silenceLimit: SilenceLimit): Port {
  const closing = new AbortController();
  const isOpen = (): boolean => !closing.signal.aborted && socket.readyState === WebSocket.OPEN;
  const end = (): void => closing.abort();
  const silence = watchSilence(silenceLimit, () => {
    end();
    // Its `close` event waits for the host's goodbye.
    socket.close();
  });
  closing.signal.addEventListener('abort', silence.stop);
  socket.addEventListener('close', end, { once: true });
  socket.addEventListener('message', silence.onReceived);
  return {
    send(message) {
      if (!isOpen() || typeof message !== 'string') return;
      silence.onSent();
      socket.send(message);
    },
    onMessage(listener) {
      const take = (event: MessageEvent): void => {
        const data: unknown = event.data;
        if (closing.signal.aborted) return;
        if (typeof data === 'string') listener(data);
        else if (data instanceof ArrayBuffer) listener(new Uint8Array(data));
      };
      socket.addEventListener('message', take);
      return () => socket.removeEventListener('message', take);
    },
    onClose(listener) {
      if (closing.signal.aborted) {
        listener();
        return () => undefined;
      }
      closing.signal.addEventListener('abort', listener, { once: true });
      return () => closing.signal.removeEventListener('abort', listener);
    },
    close() {
      socket.close();
    },
  };
}

interface SilenceWatch {
  readonly onSent: () => void;
  readonly onReceived: () => void;
  readonly stop: () => void;
}

// Counts checks, not time: after a sleep of the computer or of the page, answers may be on their way.
function watchSilence(limit: SilenceLimit, onSilent: () => void): SilenceWatch {
  let isOwed = false;
  let owedChecks = 0;
  const timer = setInterval(() => {
    owedChecks = isOwed ? owedChecks + 1 : 0;
    if (limit.giveUpAfter(owedChecks)) onSilent();
  }, limit.checkMs);
  return {
    onSent() {
      isOwed = true;
    },
    onReceived() {
      isOwed = false;
      owedChecks = 0;
    },
    stop: () => clearInterval(timer),
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
