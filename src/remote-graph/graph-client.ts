import { AssistantsClient } from './assistants.ts';
import type { GraphClientSettings } from './connection-settings.ts';
import { Http } from './http.ts';
import { MetaClient } from './meta.ts';
import { RunsClient } from './runs.ts';
import { ServerDifferences } from './server-differences.ts';
import { ThreadsClient } from './threads.ts';

/**
 * One graph server. Every method takes options for its one request as the last argument and gives back plain wire
 * objects, whose exact text `textOf` knows. Making one sends nothing; it holds no connection that must be closed.
 */
export class GraphClient {
  readonly assistants: AssistantsClient;
  readonly threads: ThreadsClient;
  readonly runs: RunsClient;
  readonly meta: MetaClient;

  /** Throws `ArgumentError` for an address, a key or a header that can't be used. */
  constructor(settings: GraphClientSettings) {
    const http = new Http(settings);
    this.meta = new MetaClient(http);
    const differences = new ServerDifferences(() => this.meta.info({ purpose: 'server.kind' }));
    this.assistants = new AssistantsClient(http);
    this.threads = new ThreadsClient(http, differences);
    this.runs = new RunsClient(http, differences);
  }
}
