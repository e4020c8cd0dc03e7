import { bodyText } from '../http/request-body.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { route } from '../http/route.ts';

/** The components that graphs bring along to show their messages with. */
export class UiClient {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * The HTML that loads a component and draws it into the shadow root whose id takes the place of `{{shadowRootId}}`. It
   * is code of the server: only for a page that trusts it.
   */
  getComponent(assistantId: string, name: string, options: CallOptions = {}): Promise<string> {
    const request = {
      method: 'POST',
      route: route`/ui/${assistantId}`,
      bodyText: bodyText({ name }),
      options,
    } as const;
    return this.#http.text(request, 'text/html');
  }
}
