import { stringifyExact } from 'exact-json';
import { hasMembers } from '../compat/filtered-pages.ts';
import { bodyText } from '../http/request-body.ts';
import { mergeCallOptions } from '../http/merge-call-options.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { paginate, type PageOptions } from '../http/paginate.ts';
import { isUuid } from './assistant-ids.ts';
import { sendThenReadBack } from '../compat/read-back.ts';
import { route, type Route } from '../http/route.ts';
import type { RunPayload } from '../run-stream/run-payload.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import { expectInteger, expectListWith, expectObjectWith } from '../http/response-checks.ts';
import type { WireCron, WireObject } from '../http/api-types.ts';

/** Configuration and schedule of a cron. Omitted members keep their value. */
export interface CronPatch
  extends
    CallOptions,
    Pick<
      RunPayload,
      | 'input'
      | 'metadata'
      | 'config'
      | 'context'
      | 'webhook'
      | 'interruptBefore'
      | 'interruptAfter'
      | 'streamMode'
      | 'streamSubgraphs'
      | 'streamResumable'
      | 'durability'
    > {
  /** Cron expression, in UTC unless `timezone` is set. */
  readonly schedule?: string | undefined;
  readonly timezone?: string | undefined;
  /** ISO 8601; `null` removes it. */
  readonly endTime?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  /** What happens to the temporary thread of a stateless run. */
  readonly onRunCompleted?: 'delete' | 'keep' | undefined;
}

export interface CronCreate extends CronPatch {
  readonly schedule: string;
  readonly multitaskStrategy?: RunPayload['multitaskStrategy'];
}

export interface CronFilter extends CallOptions {
  readonly assistantId?: string | null | undefined;
  readonly threadId?: string | null | undefined;
  readonly metadata?: WireObject | null | undefined;
}

export interface CronOrder extends CronFilter {
  readonly enabled?: boolean | undefined;
  readonly sortBy?:
    | 'cron_id'
    | 'assistant_id'
    | 'thread_id'
    | 'next_run_date'
    | 'end_time'
    | 'created_at'
    | 'updated_at'
    | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  /** Members to return. */
  readonly select?: readonly string[] | undefined;
}

export interface CronQuery extends CronOrder {
  readonly limit?: number;
  readonly offset?: number;
}

/**
 * Crons API. Hosted servers only: the JavaScript server responds with 500, and `flags.crons` of `/info` is
 * false.
 */
export class CronsClient {
  readonly #http: HttpClient;
  readonly #quirks: ServerQuirks;

  constructor(http: HttpClient, quirks: ServerQuirks) {
    this.#http = http;
    this.#quirks = quirks;
  }

  /** Each run gets its own thread. */
  async create(assistantId: string, cron: CronCreate, options: CallOptions = {}): Promise<WireCron> {
    return this.#create(route`/runs/crons`, { assistantId }, cron, mergeCallOptions(cron, options));
  }

  /** All runs share one thread. */
  async createForThread(
    threadId: string,
    assistantId: string,
    cron: CronCreate,
    options: CallOptions = {},
  ): Promise<WireCron> {
    const path = route`/threads/${threadId}/runs/crons`;
    return this.#create(path, { assistantId, threadId }, cron, mergeCallOptions(cron, options));
  }

  /** Some servers answer with the first run, or with nothing: the cron is then the one that was not listed before. */
  async #create(
    path: Route,
    filter: { readonly assistantId: string; readonly threadId?: string },
    cron: CronCreate,
    options: CallOptions,
  ): Promise<WireCron> {
    const { multitaskStrategy: multitask_strategy } = cron;
    const startedAt = Date.now();
    const request = {
      method: 'POST',
      route: path,
      bodyText: bodyText({ assistant_id: filter.assistantId, ...cronBody(cron), multitask_strategy }),
      options,
    } as const;
    return sendThenReadBack(
      async () => expectObjectWith(await this.#http.json(request), 'cron_id', 'a cron'),
      async () => {
        const identical: WireCron[] = [];
        // A search takes the ID of an assistant only, and an ID is not what a graph is called by.
        const { assistantId, ...onThread } = filter;
        const query = isUuid(assistantId) ? filter : onThread;
        for await (const one of this.searchAll({ ...query, pageSize: 100 }, options))
          if (one.schedule === cron.schedule) identical.push(one);
        if (identical.length < 2) return identical[0] ?? null;
        // Older ones with the same schedule are distinguished by their age, whatever the server's clock says.
        const ages = identical.map((one) => ({ one, createdAt: Date.parse(one.created_at ?? '') }));
        const [newest, second] = ages.toSorted((a, b) => b.createdAt - a.createdAt);
        const isClear = newest && second && newest.createdAt - second.createdAt > Date.now() - startedAt;
        return isClear ? newest.one : null;
      },
    );
  }

  /** Changes the given members only. A null is sent: it clears a member where the server allows that. */
  async update(cronId: string, patch: CronPatch, options: CallOptions = {}): Promise<WireCron> {
    const request = {
      method: 'PATCH',
      route: route`/runs/crons/${cronId}`,
      // The helper `bodyText()` would drop nulls: a null clears a member, as in the official client.
      bodyText: stringifyExact(cronBody(patch)),
      options: mergeCallOptions(patch, options),
    } as const;
    return sendThenReadBack(
      async () => expectObjectWith(await this.#http.json(request), 'cron_id', 'a cron'),
      async () => {
        for await (const one of this.searchAll({ pageSize: 100 }, request.options))
          if (one.cron_id === cronId) return one;
        return null;
      },
    );
  }

  delete(cronId: string, options: CallOptions = {}): Promise<void> {
    return this.#http.sendOnly({ method: 'DELETE', route: route`/runs/crons/${cronId}`, options });
  }

  async search(query: CronQuery = {}, options: CallOptions = {}): Promise<WireCron[]> {
    const {
      limit: totalLimit = 10,
      offset: from = 0,
      enabled,
      sortBy,
      sortOrder,
      select: requestedFields,
    } = query;
    const searchWith = async (
      limit: number,
      offset: number,
      select: typeof requestedFields,
    ): Promise<readonly WireCron[]> => {
      const answer = await this.#http.json({
        method: 'POST',
        route: route`/runs/crons/search`,
        retry: 'reads',
        bodyText: bodyText({
          ...filterBody(query),
          enabled,
          limit,
          offset,
          sort_by: sortBy,
          sort_order: sortOrder,
          select,
        }),
        options: mergeCallOptions(query, options),
      });
      return expectListWith<WireCron>(answer, select ? null : 'cron_id', 'a list of crons');
    };
    const send = (limit: number, offset: number): Promise<readonly WireCron[]> =>
      this.#quirks.selection.send('crons', requestedFields, (select) => searchWith(limit, offset, select));
    const matches = (cron: WireCron): boolean => matchesFilter(cron, query);
    return this.#quirks.filters.read({ list: 'crons', limit: totalLimit, offset: from, send, matches });
  }

  searchAll(
    query: CronOrder & PageOptions = {},
    options: CallOptions = {},
  ): AsyncGenerator<WireCron, void, undefined> {
    return paginate(
      query,
      (limit, offset) => this.search({ ...query, limit, offset }, options),
      ({ cron_id }): string | undefined => cron_id,
    );
  }

  async count(query: CronFilter = {}, options: CallOptions = {}): Promise<number> {
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/runs/crons/count`,
      retry: 'reads',
      bodyText: bodyText(filterBody(query)),
      options: mergeCallOptions(query, options),
    });
    return expectInteger(answer, 'a number of crons');
  }
}

// Whether a cron fits, as far as its members show. An assistant may be named by its graph, which no record does.
function matchesFilter(cron: WireCron, { assistantId, threadId, metadata, enabled }: CronQuery): boolean {
  const {
    assistant_id: ownAssistant,
    thread_id: ownThread,
    metadata: ownMetadata,
    enabled: isEnabled,
  } = cron;
  const isId = typeof assistantId === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(assistantId);
  if (isId && typeof ownAssistant === 'string' && ownAssistant !== assistantId) return false;
  if (threadId && typeof ownThread === 'string' && ownThread !== threadId) return false;
  if (typeof enabled === 'boolean' && typeof isEnabled === 'boolean' && isEnabled !== enabled) return false;
  return (
    !metadata || typeof ownMetadata !== 'object' || ownMetadata === null || hasMembers(ownMetadata, metadata)
  );
}

function filterBody({ assistantId, threadId, metadata }: CronFilter): Record<string, unknown> {
  return { assistant_id: assistantId, thread_id: threadId, metadata };
}

function cronBody(cron: CronPatch): Record<string, unknown> {
  return {
    schedule: cron.schedule,
    timezone: cron.timezone,
    end_time: cron.endTime,
    enabled: cron.enabled,
    on_run_completed: cron.onRunCompleted,
    input: cron.input,
    metadata: cron.metadata,
    config: cron.config,
    context: cron.context,
    webhook: cron.webhook,
    interrupt_before: cron.interruptBefore,
    interrupt_after: cron.interruptAfter,
    stream_mode: cron.streamMode,
    stream_subgraphs: cron.streamSubgraphs,
    stream_resumable: cron.streamResumable,
    durability: cron.durability,
  };
}
