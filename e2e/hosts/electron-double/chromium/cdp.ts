import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright';

/** Commands and events of one target, or of the browser, typed by the protocol's own types. */
export interface CdpTarget {
  readonly send: CDPSession['send'];
  readonly on: CDPSession['on'];
}

interface Waiting {
  readonly method: string;
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

interface Incoming {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * Chromium's debugging protocol over its pipe: JSON texts that end with a NUL. The pipe is also what ties Chromium to
 * this process: it exits when the pipe closes, so that nothing survives a `kill -9`.
 */
export class Cdp {
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #waiting = new Map<number, Waiting>();
  readonly #write: Writable;
  #lastId = 0;
  #rest = '';

  constructor(write: Writable, read: Readable) {
    this.#write = write;
    write.on('error', () => this.#end());
    read.setEncoding('utf8');
    read.on('data', (text: string) => this.#read(text));
    read.on('close', () => this.#end());
    read.on('error', () => this.#end());
  }

  /** The browser itself, or the target that a session was attached to. */
  target(sessionId?: string): CdpTarget {
    const send = (method: string, params: object = {}): Promise<unknown> =>
      this.#send(method, params, sessionId);
    const on = (event: string, listener: (payload: unknown) => void): unknown =>
      this.#events.on(`${sessionId ?? ''} ${event}`, listener);
    // The protocol's types say what goes with each name; the wire can't be checked against them.
    return { send, on } as CdpTarget;
  }

  #send(method: string, params: object, sessionId: string | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = (this.#lastId += 1);
      this.#waiting.set(id, { method, resolve, reject });
      this.#write.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #read(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) this.#take(JSON.parse(message) as Incoming);
  }

  #take({ id, sessionId, method, params, result, error }: Incoming): void {
    if (id === undefined) {
      this.#events.emit(`${sessionId ?? ''} ${method ?? ''}`, params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${waiting.method}: ${error.message}`));
    else waiting?.resolve(result);
  }

  #end(): void {
    for (const { method, reject } of this.#waiting.values())
      reject(new Error(`${method}: the browser is gone`));
    this.#waiting.clear();
  }
}
