import type { WireAgent } from '../compat/agents.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import type { WireObject, WireSchemas } from '../http/api-types.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { bodyText } from '../http/request-body.ts';
import { expectListWith, expectObject, expectObjectWith } from '../http/response-checks.ts';
import { route } from '../http/route.ts';

/** A search for agents. `limit`: 10 by default. */
export interface AgentQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly metadata?: WireObject | null | undefined;
  /** Part of the name. */
  readonly name?: string | null | undefined;
}

/** Agents of the Agent Protocol, which have neither graphs nor versions (docs/protocol.md, Other servers). */
export class AgentsClient {
  readonly #http: HttpClient;
  readonly #quirks: ServerQuirks;

  constructor(http: HttpClient, quirks: ServerQuirks) {
    this.#http = http;
    this.#quirks = quirks;
  }

  search(query: AgentQuery = {}, options: CallOptions = {}): Promise<readonly WireAgent[]> {
    const { limit: totalLimit = 10, offset: from = 0, metadata, name } = query;
    return this.#quirks.pages.byOffset(totalLimit, from, async (limit, offset) => {
      const answer = await this.#http.json({
        method: 'POST',
        route: route`/agents/search`,
        retry: 'reads',
        bodyText: bodyText({ limit, offset, metadata, name }),
        options,
      });
      return expectListWith<WireAgent>(answer, 'agent_id', 'a list of agents');
    });
  }

  async get(agentId: string, options: CallOptions = {}): Promise<WireAgent> {
    const answer = await this.#http.json({ method: 'GET', route: route`/agents/${agentId}`, options });
    return expectObjectWith(answer, 'agent_id', 'an agent');
  }

  async getSchemas(agentId: string, options: CallOptions = {}): Promise<WireSchemas> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/agents/${agentId}/schemas`,
      options,
    });
    return expectObject(answer, 'the schemas of an agent');
  }
}
