import type { ServerQuirks } from '../compat/server-quirks.ts';
import { GraphServerError } from '../errors.ts';
import type { WireAssistant } from '../http/api-types.ts';
import type { CallOptions } from '../http/http-client.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Whether it is an assistant's ID, and not the name of a graph.
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

type Search = (
  query: { readonly graphId: string; readonly limit: number },
  options: CallOptions,
) => Promise<readonly WireAssistant[]>;

// Assistant ids by graph name, for servers that refuse names as ids.
export class AssistantIds {
  readonly #quirks: ServerQuirks;
  readonly #search: Search;
  readonly #ids = new Map<string, Promise<string | null>>();

  constructor(quirks: ServerQuirks, search: Search) {
    this.#quirks = quirks;
    this.#search = search;
  }

  /** Sends a graph's name, then its assistant's id if the server wants an id. Looks the id up once. */
  async resolve<T>(name: string, options: CallOptions, request: (id: string) => Promise<T>): Promise<T> {
    const cachedId = await this.#ids.get(name);
    if (cachedId) return request(cachedId);
    try {
      return await request(name);
    } catch (error) {
      const mayBeName = error instanceof GraphServerError && [400, 404, 422].includes(error.status);
      if (!mayBeName || uuid.test(name) || this.#quirks.agents.known === true) throw error;
      if (await this.#quirks.has('takesGraphNames', options)) throw error;
      const looking = this.#lookUp(name, options);
      this.#ids.set(name, looking);
      const id = await looking;
      if (id !== null && id !== name) return request(id);
      this.#ids.delete(name);
      throw error;
    }
  }

  /** Id of the graph's default assistant, else of any; `null` if none. */
  async #lookUp(graphId: string, options: CallOptions): Promise<string | null> {
    try {
      const assistants = await this.#search({ graphId, limit: 100 }, options);
      const assistantsOfGraph = assistants.filter((one) => one.graph_id === graphId);
      const bySystem = assistantsOfGraph.find(({ metadata }) => metadata?.['created_by'] === 'system');
      return (bySystem ?? assistantsOfGraph[0])?.assistant_id ?? null;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof GraphServerError) return null;
      throw error;
    }
  }
}
