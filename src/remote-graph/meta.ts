import type { CallOptions, Http } from './http.ts';
import { route } from './path.ts';
import { anyObject } from './shape.ts';
import { ProtocolError } from './errors.ts';
import type { WireServerInfo } from './wire.ts';

/** Questions about the server itself. */
export class MetaClient {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Version and capabilities. Throws `ProtocolError` when something else than a graph server answers (row C-12). */
  async info(options: CallOptions = {}): Promise<WireServerInfo> {
    const answer = await this.#http.json({ method: 'GET', route: route`/info`, options });
    const info = anyObject<WireServerInfo>(answer, "a graph server's /info");
    if (typeof info.version === 'string' || typeof info.flags === 'object') return info;
    throw new ProtocolError("The answer is not a graph server's /info.", JSON.stringify(info));
  }

  /** True when the server says that it is well. Rejects when it can't be asked. */
  async ok(options: CallOptions = {}): Promise<boolean> {
    const answer = await this.#http.json({ method: 'GET', route: route`/ok`, options });
    return anyObject<{ readonly ok?: unknown }>(answer, "a graph server's /ok").ok === true;
  }
}
