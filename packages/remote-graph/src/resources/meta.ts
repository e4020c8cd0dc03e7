import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { givenRoute, route } from '../http/route.ts';
import { expectObject } from '../http/response-checks.ts';
import { GraphServerError, ProtocolError } from '../errors.ts';
import { sampleOf } from '../http/raw-text.ts';
import type { WireObject, WireServerInfo } from '../http/api-types.ts';

/** Server information. */
export class MetaClient {
  readonly #http: HttpClient;
  readonly #onInfo: (info: WireServerInfo) => void;

  /** `onInfo`: called with each answer of `/info`. */
  constructor(http: HttpClient, onInfo: (info: WireServerInfo) => void = () => {}) {
    this.#http = http;
    this.#onInfo = onInfo;
  }

  /** Version and capabilities. Throws `ProtocolError` if another program responds. */
  async info(options: CallOptions = {}): Promise<WireServerInfo> {
    const answer = await this.#http.json({ method: 'GET', route: route`/info`, options });
    const info = expectObject<WireServerInfo>(answer, "a graph server's /info");
    if (typeof info.version !== 'string' && typeof info.flags !== 'object')
      throw new ProtocolError("The answer is not a graph server's /info.", sampleOf(info));
    this.#onInfo(info);
    return info;
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

  /**
   * What the server says of the services that it needs, database included: `healthy`, `unhealthy` or `skipped` by
   * name. `null`: it does not say. An unhealthy one makes it answer 500 or 503, which is read too.
   */
  async services(options: CallOptions = {}): Promise<Readonly<Record<string, string>> | null> {
    const answer = await this.#http
      .json({ method: 'GET', route: route`/ok`, query: { check_db: 1 }, options })
      .catch((error: unknown) => {
        const body = error instanceof GraphServerError ? parseObject(error.body) : null;
        if (body === null) throw error;
        return body;
      });
    const { services } = expectObject<{ readonly services?: unknown }>(answer, "a graph server's /ok");
    if (typeof services !== 'object' || services === null || Array.isArray(services)) return null;
    return Object.fromEntries(
      Object.entries(services).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }

  /** The server's API description (`/openapi.json`). The JavaScript server has none. */
  async openApi(options: CallOptions = {}): Promise<WireObject> {
    const answer = await this.#http.json({ method: 'GET', route: route`/openapi.json`, options });
    return expectObject(answer, 'a description of routes');
  }

  /**
   * Sends a read as it is, for routes without a method here, such as a server's own. `path`: with its query.
   * Resolves with the text of the response.
   */
  read(
    { method, path, bodyText = null }: { method: 'GET' | 'POST'; path: string; bodyText?: string | null },
    options: CallOptions = {},
  ): Promise<string> {
    const [pathname = '', search = ''] = path.split('?', 2);
    const parameters = new URLSearchParams(search);
    const names = [...new Set(parameters.keys())];
    return this.#http.text(
      {
        method,
        route: givenRoute(pathname),
        query: Object.fromEntries(names.map((name) => [name, parameters.getAll(name)])),
        ...(bodyText === null ? {} : { bodyText }),
        options,
      },
      'application/json',
    );
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

function parseObject(text: string): WireObject | null {
  try {
    return expectObject(JSON.parse(text), 'an object');
  } catch {
    return null;
  }
}
