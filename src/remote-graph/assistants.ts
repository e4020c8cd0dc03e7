import { bodyText } from './body.ts';
import type { CallOptions, Http } from './http.ts';
import { route } from './path.ts';
import { anyObject, listWith, objectWith } from './shape.ts';
import type { WireAssistant, WireGraph, WireObject, WireSchemas, WireSubgraphs } from './wire.ts';

/** What to search for. `limit` is 1 to 1000; page until a page is shorter than it. */
export interface AssistantQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly graphId?: string | null | undefined;
  readonly metadata?: WireObject | null | undefined;
  /** A part of the name, in any case. */
  readonly name?: string | null | undefined;
}

/** Assistants. An id is a UUID or, everywhere, the name of a graph. */
export class AssistantsClient {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async search(query: AssistantQuery = {}, options: CallOptions = {}): Promise<WireAssistant[]> {
    const { limit = 10, offset = 0, graphId, metadata, name } = query;
    const body = bodyText({ limit, offset, graph_id: graphId, metadata, name });
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/assistants/search`,
      bodyText: body,
      options,
    });
    return listWith(answer, 'assistant_id', 'a list of assistants');
  }

  async get(assistantId: string, options: CallOptions = {}): Promise<WireAssistant> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/assistants/${assistantId}`,
      options,
    });
    return objectWith(answer, 'assistant_id', 'an assistant');
  }

  /**
   * The drawn graph. `xray: true` opens the subgraphs. A number limits the depth on Python servers only: the JavaScript
   * server takes any number but 1 for false, and 1 for all levels (protocol, section 0).
   */
  async getGraph(
    assistantId: string,
    { xray = false }: { readonly xray?: boolean | number | undefined } = {},
    options: CallOptions = {},
  ): Promise<WireGraph> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/assistants/${assistantId}/graph`,
      query: { xray },
      options,
    });
    const graph = anyObject<Partial<WireGraph>>(answer, 'a graph');
    return anyObject(Array.isArray(graph.nodes) && Array.isArray(graph.edges) ? graph : null, 'a graph');
  }

  async getSchemas(assistantId: string, options: CallOptions = {}): Promise<WireSchemas> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/assistants/${assistantId}/schemas`,
      options,
    });
    return anyObject(answer, 'the schemas of an assistant');
  }

  /** Schemas of the subgraphs: of all of them, or of one namespace; `recurse` goes into their subgraphs too. */
  async getSubgraphs(
    assistantId: string,
    {
      namespace,
      recurse,
    }: { readonly namespace?: string | undefined; readonly recurse?: boolean | undefined } = {},
    options: CallOptions = {},
  ): Promise<WireSubgraphs> {
    const all = route`/assistants/${assistantId}/subgraphs`;
    const answer = await this.#http.json({
      method: 'GET',
      route: namespace === undefined ? all : route`/assistants/${assistantId}/subgraphs/${namespace}`,
      query: { recurse },
      options,
    });
    return anyObject(answer, 'the subgraphs of an assistant');
  }
}
