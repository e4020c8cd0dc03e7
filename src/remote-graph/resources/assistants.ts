import { bodyText } from '../http/request-body.ts';
import { mergeCallOptions } from '../http/merge-call-options.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { paginate, type PageOptions } from '../http/paginate.ts';
import { route, type Route } from '../http/route.ts';
import { GraphServerError } from '../errors/errors.ts';
import { toWireAssistant, type WireAgent } from '../compat/agents.ts';
import { readWithFallback } from '../compat/request-forms.ts';
import { isUnsupportedRoute, type ServerQuirks } from '../compat/server-quirks.ts';
import { expectObject, expectInteger, expectListWith, expectObjectWith } from '../http/response-checks.ts';
import type {
  WireAssistant,
  WireAssistantsPage,
  WireGraph,
  WireObject,
  WireSchemas,
  WireSubgraphs,
} from '../http/api-types.ts';

export interface AssistantFilter extends CallOptions {
  readonly graphId?: string | null | undefined;
  /** Members of the metadata, possibly nested. */
  readonly metadata?: WireObject | null | undefined;
  /** Part of the name, case-insensitive. */
  readonly name?: string | null | undefined;
}

/** The JavaScript server ignores it: always newest first. */
export interface AssistantOrder {
  readonly sortBy?: 'assistant_id' | 'graph_id' | 'name' | 'created_at' | 'updated_at' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  /** Members to return. */
  readonly select?: readonly string[] | undefined;
}

/** A search. `limit`: 1 to 1000; `searchAll` goes through all pages. */
export interface AssistantQuery extends AssistantFilter, AssistantOrder {
  readonly limit?: number;
  readonly offset?: number;
  /** Also returns the next page's cursor, if the server does. */
  readonly includePagination?: boolean | undefined;
}

/** Content of an assistant. */
export interface AssistantPatch extends CallOptions {
  readonly graphId?: string | undefined;
  readonly config?: unknown;
  readonly context?: unknown;
  readonly metadata?: WireObject | null | undefined;
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
}

export interface AssistantCreate extends AssistantPatch {
  readonly graphId: string;
  readonly assistantId?: string | undefined;
  /** If the assistant exists: fail (409), or return it. */
  readonly ifExists?: 'raise' | 'do_nothing' | undefined;
}

/** A page of an assistant's versions, newest first. */
export interface VersionQuery extends CallOptions {
  readonly limit?: number;
  readonly offset?: number;
  readonly metadata?: WireObject | null | undefined;
}

export interface GraphQuery extends CallOptions {
  readonly xray?: boolean | number | undefined;
}

export interface SubgraphsQuery extends CallOptions {
  readonly namespace?: string | undefined;
  readonly recurse?: boolean | undefined;
}

/** Assistants API, also of a server that calls them agents. An id is a UUID or the name of a graph. */
export class AssistantsClient {
  readonly #http: HttpClient;
  readonly #differences: ServerQuirks;
  /** Assistant ids by graph name, for servers that refuse names as ids. */
  readonly #ids = new Map<string, Promise<string | null>>();

  constructor(http: HttpClient, differences: ServerQuirks) {
    this.#http = http;
    this.#differences = differences;
  }

  search(
    query: AssistantQuery & { readonly includePagination: true },
    options?: CallOptions,
  ): Promise<WireAssistantsPage>;
  search(
    query?: AssistantQuery & { readonly includePagination?: false | undefined },
    options?: CallOptions,
  ): Promise<WireAssistant[]>;
  async search(
    query: AssistantQuery = {},
    options: CallOptions = {},
  ): Promise<WireAssistant[] | WireAssistantsPage> {
    const { includePagination } = query;
    const found = await this.#searchEither(query, mergeCallOptions(query, options));
    return includePagination === true ? found : found.assistants;
  }

  /** Assistants, or agents where there are none. What the server has is learned from its first answer. */
  async #searchEither(query: AssistantQuery, options: CallOptions): Promise<WireAssistantsPage> {
    const differences = this.#differences;
    if (differences.knownAgents === true) return this.#searchAgents(query, options);
    try {
      const found = await this.#searchAssistants(query, options);
      differences.learnAgents(false);
      return found;
    } catch (thrown) {
      const mayHaveAgents = differences.knownAgents === null && isUnsupportedRoute(thrown);
      if (!mayHaveAgents || (await differences.isOfficial(options))) throw thrown;
      const agents = await this.#searchAgents({ limit: 1 }, options).catch((why: unknown) => {
        options.signal?.throwIfAborted();
        if (isUnsupportedRoute(why)) differences.learnAgents(false);
        throw thrown;
      });
      // An empty list proves nothing: some servers answer every POST with one.
      if (agents.assistants.length === 0) throw thrown;
      differences.learnAgents(true);
      return this.#searchAgents(query, options);
    }
  }

  /** Agents as assistants. `graphId` is matched here, because an agent's id is the only name that it has. */
  async #searchAgents(query: AssistantQuery, options: CallOptions): Promise<WireAssistantsPage> {
    const { limit: wanted = 10, offset: from = 0, graphId, metadata, name } = query;
    const found = await this.#differences.pages.byOffset(wanted, from, async (limit, offset) => {
      const answer = await this.#http.json({
        method: 'POST',
        route: route`/agents/search`,
        bodyText: bodyText({ limit, offset, metadata, name }),
        options,
      });
      return expectListWith<WireAgent>(answer, 'agent_id', 'a list of agents');
    });
    const assistants = found.map(toWireAssistant);
    return {
      assistants: graphId ? assistants.filter((one) => one.graph_id === graphId) : assistants,
      next: null,
    };
  }

  async #searchAssistants(query: AssistantQuery, options: CallOptions): Promise<WireAssistantsPage> {
    const { limit: wanted = 10, offset: from = 0, sortBy, sortOrder, select } = query;
    let next: string | null = null;
    const assistants = await this.#differences.pages.byOffset(wanted, from, async (limit, offset) => {
      const answer = await this.#http.json({
        method: 'POST',
        route: route`/assistants/search`,
        bodyText: bodyText({
          limit,
          offset,
          ...filterBody(query),
          sort_by: sortBy,
          sort_order: sortOrder,
          select,
        }),
        onHeaders: (headers) => {
          next = headers.get('x-pagination-next');
        },
        options,
      });
      return expectListWith<WireAssistant>(answer, select ? null : 'assistant_id', 'a list of assistants');
    });
    return { assistants: [...assistants], next };
  }

  searchAll(
    query: AssistantFilter & AssistantOrder & PageOptions = {},
    options: CallOptions = {},
  ): AsyncGenerator<WireAssistant, void, undefined> {
    return paginate(
      query,
      (limit, offset) => this.search({ ...query, limit, offset, includePagination: false }, options),
      idOf,
    );
  }

  async count(query: AssistantFilter = {}, options: CallOptions = {}): Promise<number> {
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/assistants/count`,
      bodyText: bodyText(filterBody(query)),
      options: mergeCallOptions(query, options),
    });
    return expectInteger(answer, 'a number of assistants');
  }

  async get(assistantId: string, options: CallOptions = {}): Promise<WireAssistant> {
    const read = (path: Route): Promise<unknown> => this.#http.json({ method: 'GET', route: path, options });
    const asAgent = async (): Promise<WireAssistant> =>
      toWireAssistant(expectObjectWith(await read(route`/agents/${assistantId}`), 'agent_id', 'an agent'));
    if (this.#differences.knownAgents === true) return asAgent();
    try {
      const answer = await read(route`/assistants/${assistantId}`);
      return expectObjectWith(answer, 'assistant_id', 'an assistant');
    } catch (thrown) {
      if (isUnsupportedRoute(thrown) && (await this.#differences.hasAgents(options))) return asAgent();
      throw thrown;
    }
  }

  /** Creates an assistant, version 1. Servers don't check that the graph exists. */
  async create(assistant: AssistantCreate, options: CallOptions = {}): Promise<WireAssistant> {
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/assistants`,
      bodyText: bodyText({
        assistant_id: assistant.assistantId,
        if_exists: assistant.ifExists,
        ...patchBody(assistant),
      }),
      options: mergeCallOptions(assistant, options),
    });
    return expectObjectWith(answer, 'assistant_id', 'an assistant');
  }

  /** Creates a new version, even if nothing changes. Metadata is merged, all else replaced. */
  async update(
    assistantId: string,
    patch: AssistantPatch = {},
    options: CallOptions = {},
  ): Promise<WireAssistant> {
    const answer = await this.#http.json({
      method: 'PATCH',
      route: route`/assistants/${assistantId}`,
      bodyText: bodyText(patchBody(patch)),
      options: mergeCallOptions(patch, options),
    });
    return expectObjectWith(answer, 'assistant_id', 'an assistant');
  }

  /** Deletes an assistant with its versions and runs; its threads only on request. */
  delete(
    assistantId: string,
    options: CallOptions & { readonly deleteThreads?: boolean | undefined } = {},
  ): Promise<void> {
    return this.#http.sendOnly({
      method: 'DELETE',
      route: route`/assistants/${assistantId}`,
      query: { delete_threads: options.deleteThreads === true ? true : undefined },
      options,
    });
  }

  /**
   * The drawable graph. `xray: true` expands subgraphs. A number limits the depth on Python servers only: the
   * JavaScript server takes 1 for all levels and other numbers for false (docs/protocol.md, X-ray).
   */
  async getGraph(assistantId: string, query: GraphQuery = {}, options: CallOptions = {}): Promise<WireGraph> {
    const called = mergeCallOptions(query, options);
    const answer = await this.#byId(assistantId, called, (id) =>
      this.#http.json({
        method: 'GET',
        route: route`/assistants/${id}/graph`,
        query: { xray: query.xray ?? false },
        options: called,
      }),
    );
    const graph = expectObject<Partial<WireGraph>>(answer, 'a graph');
    return expectObject(Array.isArray(graph.nodes) && Array.isArray(graph.edges) ? graph : null, 'a graph');
  }

  async getSchemas(assistantId: string, options: CallOptions = {}): Promise<WireSchemas> {
    const answer = await this.#byId(assistantId, options, (id) =>
      this.#http.json({
        method: 'GET',
        route:
          this.#differences.knownAgents === true
            ? route`/agents/${id}/schemas`
            : route`/assistants/${id}/schemas`,
        options,
      }),
    );
    return expectObject(answer, 'the schemas of an assistant');
  }

  /** Schemas of all subgraphs, or of one namespace; `recurse` includes nested ones. */
  async getSubgraphs(
    assistantId: string,
    query: SubgraphsQuery = {},
    options: CallOptions = {},
  ): Promise<WireSubgraphs> {
    const { namespace, recurse } = query;
    const called = mergeCallOptions(query, options);
    const answer = await this.#byId(assistantId, called, (id) =>
      this.#http.json({
        method: 'GET',
        route:
          namespace === undefined
            ? route`/assistants/${id}/subgraphs`
            : route`/assistants/${id}/subgraphs/${namespace}`,
        query: { recurse },
        options: called,
      }),
    );
    return expectObject(answer, 'the subgraphs of an assistant');
  }

  /** A page of versions, newest first. */
  async getVersions(
    assistantId: string,
    query: VersionQuery = {},
    options: CallOptions = {},
  ): Promise<WireAssistant[]> {
    const { limit: wanted = 10, offset: from = 0, metadata } = query;
    const called = mergeCallOptions(query, options);
    const path = route`/assistants/${assistantId}/versions`;
    const listOf = (answer: unknown): WireAssistant[] =>
      expectListWith(answer, 'assistant_id', 'a list of versions');
    return this.#differences.pages.byOffset(wanted, from, (limit, offset) =>
      readWithFallback(
        this.#differences,
        called,
        metadata
          ? null
          : async () =>
              listOf(
                await this.#http.json({
                  method: 'GET',
                  route: path,
                  query: { limit, offset },
                  options: called,
                }),
              ).slice(0, limit),
        async () =>
          listOf(
            await this.#http.json({
              method: 'POST',
              route: path,
              bodyText: bodyText({ limit, offset, metadata }),
              options: called,
            }),
          ),
      ),
    );
  }

  /** All versions, newest first. */
  versionsAll(
    assistantId: string,
    query: Omit<VersionQuery, 'limit' | 'offset'> & PageOptions = {},
    options: CallOptions = {},
  ): AsyncGenerator<WireAssistant, void, undefined> {
    return paginate(
      query,
      (limit, offset) => this.getVersions(assistantId, { ...query, limit, offset }, options),
      ({ version }) => String(version),
    );
  }

  /** Sends a graph's name, then its assistant's id if the server wants an id. Looks the id up once. */
  async #byId<T>(name: string, options: CallOptions, request: (id: string) => Promise<T>): Promise<T> {
    const known = await this.#ids.get(name);
    if (known) return request(known);
    try {
      return await request(name);
    } catch (thrown) {
      const mayBeName = thrown instanceof GraphServerError && [400, 404, 422].includes(thrown.status);
      if (!mayBeName && !isUnsupportedRoute(thrown)) throw thrown;
      if (this.#differences.knownAgents === true) throw thrown;
      if ((await this.#differences.kind(options)) === 'js') throw thrown;
      if (!mayBeName || uuid.test(name)) {
        if (await this.#differences.hasAgents(options)) return request(name);
        throw thrown;
      }
      const looking = this.#lookUp(name, options);
      this.#ids.set(name, looking);
      const id = await looking;
      if (id !== null) return request(id);
      this.#ids.delete(name);
      throw thrown;
    }
  }

  /** Id of the graph's default assistant, else of any; `null` if none. */
  async #lookUp(graphId: string, options: CallOptions): Promise<string | null> {
    try {
      const found = await this.search({ graphId, limit: 100 }, options);
      const own = found.filter((one) => one.graph_id === graphId);
      const bySystem = own.find(({ metadata }) => metadata?.['created_by'] === 'system');
      return (bySystem ?? own[0])?.assistant_id ?? null;
    } catch (thrown) {
      options.signal?.throwIfAborted();
      if (thrown instanceof GraphServerError) return null;
      throw thrown;
    }
  }

  /** Makes a version the one that runs use. */
  async setLatest(assistantId: string, version: number, options: CallOptions = {}): Promise<WireAssistant> {
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/assistants/${assistantId}/latest`,
      // The hosted API description has it in the query, every tested server reads it from the body.
      query: { version },
      bodyText: bodyText({ version }),
      options,
    });
    return expectObjectWith(answer, 'assistant_id', 'an assistant');
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const idOf = ({ assistant_id }: WireAssistant): string | undefined => assistant_id;

function filterBody({ graphId, metadata, name }: AssistantFilter): Record<string, unknown> {
  return { graph_id: graphId, metadata, name };
}

function patchBody(patch: AssistantPatch): Record<string, unknown> {
  const { graphId, config, context, metadata, name, description } = patch;
  return { graph_id: graphId, config, context, metadata, name, description };
}
