import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { route } from '../http/route.ts';
import { expectObject } from '../http/response-checks.ts';
import { ProtocolError } from '../errors/errors.ts';
import { sampleOf } from '../http/raw-text.ts';
import type { WireObject, WireServerInfo } from '../http/api-types.ts';

/** Server information. */
export class MetaClient {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Version and capabilities. Throws `ProtocolError` if another program responds (row C-12). */
  async info(options: CallOptions = {}): Promise<WireServerInfo> {
    const answer = await this.#http.json({ method: 'GET', route: route`/info`, options });
    const info = expectObject<WireServerInfo>(answer, "a graph server's /info");
    if (typeof info.version === 'string' || typeof info.flags === 'object') return info;
    throw new ProtocolError("The answer is not a graph server's /info.", sampleOf(info));
  }

  /**
   * True if the server reports that it is healthy; `checkDb` includes a hosted one's database. Rejects if it
   * can't be asked.
   */
  async ok(options: CallOptions & { readonly checkDb?: boolean | undefined } = {}): Promise<boolean> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/ok`,
      query: { check_db: options.checkDb === true ? 1 : undefined },
      options,
    });
    return expectObject<{ readonly ok?: unknown }>(answer, "a graph server's /ok").ok === true;
  }

  /** The server's API description (`/openapi.json`). The JavaScript server has none. */
  async openApi(options: CallOptions = {}): Promise<WireObject> {
    const answer = await this.#http.json({ method: 'GET', route: route`/openapi.json`, options });
    return expectObject(answer, 'a description of routes');
  }

  /** Metrics of a hosted server. */
  async metrics(options: CallOptions = {}): Promise<WireObject> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/metrics`,
      query: { format: 'json' },
      options,
    });
    return expectObject(answer, "a graph server's /metrics");
  }
}
