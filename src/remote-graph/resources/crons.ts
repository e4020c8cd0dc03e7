import { stringifyExact } from '../../exact-json/numbers/stringify-exact.ts';
import { bodyText } from '../http/request-body.ts';
import { mergeCallOptions } from '../http/merge-call-options.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { paginate, type PageOptions } from '../http/paginate.ts';
import { route } from '../http/route.ts';
import type { RunPayload } from '../run-start/run-payload.ts';
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
    const { multitaskStrategy: multitask_strategy } = cron;
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/runs/crons`,
      bodyText: bodyText({ assistant_id: assistantId, ...cronBody(cron), multitask_strategy }),
      options: mergeCallOptions(cron, options),
    });
    return expectObjectWith(answer, 'cron_id', 'a cron');
  }

  /** All runs share one thread. */
  async createForThread(
    threadId: string,
    assistantId: string,
    cron: CronCreate,
    options: CallOptions = {},
  ): Promise<WireCron> {
    const { multitaskStrategy: multitask_strategy } = cron;
    const answer = await this.#http.json({
      method: 'POST',
      route: route`/threads/${threadId}/runs/crons`,
      bodyText: bodyText({ assistant_id: assistantId, ...cronBody(cron), multitask_strategy }),
      options: mergeCallOptions(cron, options),
    });
    return expectObjectWith(answer, 'cron_id', 'a cron');
  }

  /** Changes the given members only. A null is sent: it clears a member where the server allows that. */
  async update(cronId: string, patch: CronPatch, options: CallOptions = {}): Promise<WireCron> {
    const answer = await this.#http.json({
      method: 'PATCH',
      route: route`/runs/crons/${cronId}`,
      // Not `bodyText`, which drops nulls: a null clears a member, as in the official client.
      bodyText: stringifyExact(cronBody(patch)),
      options: mergeCallOptions(patch, options),
    });
    return expectObjectWith(answer, 'cron_id', 'a cron');
  }

  delete(cronId: string, options: CallOptions = {}): Promise<void> {
    return this.#http.sendOnly({ method: 'DELETE', route: route`/runs/crons/${cronId}`, options });
  }

  async search(query: CronQuery = {}, options: CallOptions = {}): Promise<WireCron[]> {
    const { limit: wanted = 10, offset: from = 0, enabled, sortBy, sortOrder, select } = query;
    return this.#quirks.pages.byOffset(wanted, from, async (limit, offset) => {
      const answer = await this.#http.json({
        method: 'POST',
        route: route`/runs/crons/search`,
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
    });
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
      bodyText: bodyText(filterBody(query)),
      options: mergeCallOptions(query, options),
    });
    return expectInteger(answer, 'a number of crons');
  }
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
