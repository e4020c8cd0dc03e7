import { bodyText } from '../http/request-body.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { route } from '../http/route.ts';

/** UI components that graphs define for their messages. */
export class UiClient {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * HTML that loads a component and renders it into the shadow root whose id replaces `{{shadowRootId}}`. It
   * is code of the server: only for pages that trust it.
   */
  getComponent(assistantId: string, name: string, options: CallOptions = {}): Promise<string> {
    const request = {
      method: 'POST',
      route: route`/ui/${assistantId}`,
      bodyText: bodyText({ name }),
      retry: 'reads',
      options,
    } as const;
    return this.#http.text(request, 'text/html');
  }
}
