import { hasMembers } from '../compat/filtered-pages.ts';
import { bodyText } from '../http/request-body.ts';
import { mergeCallOptions } from '../http/merge-call-options.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { randomUuid } from './random-uuid.ts';
import { sendThenReadBack } from '../compat/read-back.ts';
import { paginate, type PageOptions } from '../http/paginate.ts';
import { route } from '../http/route.ts';
import { toWireAssistant } from '../compat/agents.ts';
import { isUnknownGraph } from '../compat/unknown-graph.ts';
import { readWithFallback } from '../compat/request-forms.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import type { AgentsClient } from './agents.ts';
import { AssistantIds } from './assistant-ids.ts';
import type {
  AssistantCreate,
  AssistantFilter,
  AssistantOrder,
  AssistantPatch,
  AssistantQuery,
  GraphQuery,
  SubgraphsQuery,
  VersionQuery,
} from './assistant-types.ts';
import { expectObject, expectInteger, expectListWith, expectObjectWith } from '../http/response-checks.ts';
import type {
  WireAssistant,
  WireAssistantsPage,
  WireGraph,
  WireSchemas,
  WireSubgraphs,
} from '../http/api-types.ts';

/**
 * Assistants API. On servers of the Agent Protocol, agents are read in their place, each as an assistant of
 * the graph of the same name. An id is a UUID or the name of a graph.
 */
export class AssistantsClient {
  readonly #http: HttpClient;
  readonly #quirks: ServerQuirks;
  readonly #agents: AgentsClient;
  readonly #ids: AssistantIds;

  constructor(http: HttpClient, quirks: ServerQuirks, agents: AgentsClient) {
    this.#http = http;
    this.#quirks = quirks;
    this.#agents = agents;
    this.#ids = new AssistantIds(quirks, (query, options) => this.search(query, options));
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
    const called = mergeCallOptions(query, options);
    const assistantsPage = await this.#quirks.agents.search(called, {
      assistants: () => this.#searchAssistants(query, called),
      agents: () => this.#searchAgents(query, called),
      hasAgent: async () => (await this.#searchAgents({ limit: 1 }, called)).assistants.length > 0,
    });
    return includePagination === true ? assistantsPage : assistantsPage.assistants;
  }

  /** `graphId` is matched here, because an agent's id is the only name that it has. */
  async #searchAgents(query: AssistantQuery, options: CallOptions): Promise<WireAssistantsPage> {
    const { limit, offset, graphId, metadata, name } = query;
    const agents = await this.#agents.search({ limit, offset, metadata, name }, options);
    const assistants = agents.map(toWireAssistant);
    return {
      assistants: graphId ? assistants.filter((one) => one.graph_id === graphId) : assistants,
      next: null,
    };
  }

  async #searchAssistants(query: AssistantQuery, options: CallOptions): Promise<WireAssistantsPage> {
    const { limit: totalLimit = 10, offset: from = 0, sortBy, sortOrder, select: requestedFields } = query;
    let next: string | null = null;
    const searchWith = async (
      limit: number,
      offset: number,
      select: typeof requestedFields,
    ): Promise<readonly WireAssistant[]> => {
      const answer = await this.#http.json({
        method: 'POST',
        route: route`/assistants/search`,
        retry: 'reads',
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
    };
    const search = (limit: number, offset: number): Promise<readonly WireAssistant[]> =>
      this.#quirks.selection.send('assistants', requestedFields, (select) =>
        searchWith(limit, offset, select),
      );
    try {
      const assistants = await this.#quirks.filters.read({
        list: 'assistants',
        limit: totalLimit,
        offset: from,
        send: search,
        matches: (assistant) => matchesFilter(assistant, query),
      });
      return { assistants: [...assistants], next };
    } catch (error) {
      if (isUnknownGraph(error)) return { assistants: [], next: null };
      throw error;
    }
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
      retry: 'reads',
      bodyText: bodyText(filterBody(query)),
      options: mergeCallOptions(query, options),
    });
    return expectInteger(answer, 'a number of assistants');
  }

  get(assistantId: string, options: CallOptions = {}): Promise<WireAssistant> {
    return this.#quirks.agents.either(options, {
      assistants: async () => {
        const answer = await this.#ids.resolve(assistantId, options, (id) =>
          this.#http.json({ method: 'GET', route: route`/assistants/${id}`, options }),
        );
        return expectObjectWith(answer, 'assistant_id', 'an assistant');
      },
      agents: async () => toWireAssistant(await this.#agents.get(assistantId, options)),
    });
  }

  /** Creates an assistant, version 1. Servers don't check that the graph exists. */
  async create(assistant: AssistantCreate, options: CallOptions = {}): Promise<WireAssistant> {
    const callWith = mergeCallOptions(assistant, options);
    // Named here, so that it can be read back.
    const assistantId = assistant.assistantId ?? randomUuid();
    const request = {
      method: 'POST',
      route: route`/assistants`,
      bodyText: bodyText({
        assistant_id: assistantId,
        if_exists: assistant.ifExists,
        ...patchBody(assistant),
      }),
      options: callWith,
    } as const;
    return sendThenReadBack(
      async () => expectObjectWith(await this.#http.json(request), 'assistant_id', 'an assistant'),
      () => this.get(assistantId, callWith),
    );
  }

  /** Creates a new version, even if nothing changes. Metadata is merged, all else replaced. */
  async update(
    assistantId: string,
    patch: AssistantPatch = {},
    options: CallOptions = {},
  ): Promise<WireAssistant> {
    const called = mergeCallOptions(patch, options);
    const send = (id: string): Promise<unknown> =>
      this.#http.json({
        method: 'PATCH',
        route: route`/assistants/${id}`,
        bodyText: bodyText(patchBody(patch)),
        options: called,
      });
    return sendThenReadBack(
      async () =>
        expectObjectWith(await this.#ids.resolve(assistantId, called, send), 'assistant_id', 'an assistant'),
      () => this.get(assistantId, called),
    );
  }

  /** Deletes an assistant with its versions and runs; its threads only on request. */
  delete(
    assistantId: string,
    options: CallOptions & { readonly deleteThreads?: boolean | undefined } = {},
  ): Promise<void> {
    return this.#ids.resolve(assistantId, options, (id) =>
      this.#http.sendOnly({
        method: 'DELETE',
        route: route`/assistants/${id}`,
        query: { delete_threads: options.deleteThreads === true ? true : undefined },
        options,
      }),
    );
  }

  /**
   * The drawable graph. `xray: true` expands subgraphs. A number limits the depth on Python servers only: the
   * JavaScript server takes 1 for all levels and other numbers for false (docs/protocol.md, X-ray).
   */
  async getGraph(assistantId: string, query: GraphQuery = {}, options: CallOptions = {}): Promise<WireGraph> {
    const called = mergeCallOptions(query, options);
    const answer = await this.#ids.resolve(assistantId, called, (id) =>
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

  getSchemas(assistantId: string, options: CallOptions = {}): Promise<WireSchemas> {
    return this.#quirks.agents.either(options, {
      assistants: async () => {
        const answer = await this.#ids.resolve(assistantId, options, (id) =>
          this.#http.json({ method: 'GET', route: route`/assistants/${id}/schemas`, options }),
        );
        return expectObject(answer, 'the schemas of an assistant');
      },
      agents: () => this.#agents.getSchemas(assistantId, options),
    });
  }

  /** Schemas of all subgraphs, or of one namespace; `recurse` includes nested ones. */
  async getSubgraphs(
    assistantId: string,
    query: SubgraphsQuery = {},
    options: CallOptions = {},
  ): Promise<WireSubgraphs> {
    const { namespace, recurse } = query;
    const called = mergeCallOptions(query, options);
    const answer = await this.#ids.resolve(assistantId, called, (id) =>
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
    const { limit: totalLimit = 10, offset: from = 0, metadata } = query;
    const called = mergeCallOptions(query, options);
    const listOf = (answer: unknown): WireAssistant[] =>
      expectListWith(answer, 'assistant_id', 'a list of versions');
    const page = (id: string, limit: number, offset: number): Promise<WireAssistant[]> => {
      const path = route`/assistants/${id}/versions`;
      return readWithFallback(
        this.#quirks,
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
              retry: 'reads',
              bodyText: bodyText({ limit, offset, metadata }),
              options: called,
            }),
          ),
      );
    };
    return this.#quirks.pages.byOffset(totalLimit, from, (limit, offset) =>
      this.#ids.resolve(assistantId, called, (id) => page(id, limit, offset)),
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

  /** Makes a version the one that runs use. */
  async setLatest(assistantId: string, version: number, options: CallOptions = {}): Promise<WireAssistant> {
    const send = (id: string): Promise<unknown> =>
      this.#http.json({
        method: 'POST',
        route: route`/assistants/${id}/latest`,
        // The hosted API description has it in the query, every tested server reads it from the body.
        query: { version },
        bodyText: bodyText({ version }),
        options,
      });
    return sendThenReadBack(
      async () =>
        expectObjectWith(await this.#ids.resolve(assistantId, options, send), 'assistant_id', 'an assistant'),
      () => this.get(assistantId, options),
    );
  }
}

const idOf = ({ assistant_id }: WireAssistant): string | undefined => assistant_id;

// Whether an assistant fits, as far as the members that were selected show.
function matchesFilter(
  { graph_id: ownGraph, metadata: ownMetadata, name: ownName }: WireAssistant,
  { graphId, metadata, name }: AssistantFilter,
): boolean {
  if (graphId && typeof ownGraph === 'string' && ownGraph !== graphId) return false;
  if (name && typeof ownName === 'string' && !ownName.toLowerCase().includes(name.toLowerCase()))
    return false;
  return (
    !metadata || typeof ownMetadata !== 'object' || ownMetadata === null || hasMembers(ownMetadata, metadata)
  );
}

function filterBody({ graphId, metadata, name }: AssistantFilter): Record<string, unknown> {
  return { graph_id: graphId, metadata, name };
}

function patchBody(patch: AssistantPatch): Record<string, unknown> {
  const { graphId, config, context, metadata, name, description } = patch;
  return { graph_id: graphId, config, context, metadata, name, description };
}
