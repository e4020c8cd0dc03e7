import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright';

/** Commands and events of a target or the browser, with the protocol's own types. */
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
 * Chromium's debugging protocol over its pipe: JSON texts terminated by NUL. Chromium exits when the pipe
 * closes, so nothing survives a `kill -9`.
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

  /** The browser itself, or the target of a session. */
  target(sessionId?: string): CdpTarget {
    const send = (method: string, params: object = {}): Promise<unknown> =>
      this.#send(method, params, sessionId);
    const on = (event: string, listener: (payload: unknown) => void): unknown =>
      this.#events.on(`${sessionId ?? ''} ${event}`, listener);
    // Messages can't be checked against the protocol's types.
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
