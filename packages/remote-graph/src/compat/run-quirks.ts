import { memberText, sameJson } from 'exact-json';
import { isObject } from '../http/response-checks.ts';
import { rawTextOf } from '../http/raw-text.ts';
import type { WireObject, WireRun } from '../http/api-types.ts';

/** The checkpoint of a run with neither input nor command. */
export type ContinueCheckpoint = { readonly checkpoint_ns: ''; readonly checkpoint_id?: string };

// Threads whose dropped runs are counted.
const maxThreads = 1000;

/** How a run that continues names the newest state. */
export type ContinueForm = 'nothing' | 'namespace' | 'head';

/** A response with an error status, from either client. */
export interface ServerRefusal {
  readonly status: number;
  readonly body: string;
}

/** What differs in one server's runs, learned from its responses. */
export class RunQuirks {
  #form: ContinueForm = 'nothing';
  readonly #foreignRuns = new Map<string, number>();
  #recordsHaveMetadata = true;

  get continueForm(): ContinueForm {
    return this.#form;
  }

  /**
   * How to name the newest state: not at all, unless this server has refused that. Never named up front,
   * because a named checkpoint restarts subgraphs on the JavaScript server.
   */
  async continueCheckpoint(head: () => Promise<string | null>): Promise<ContinueCheckpoint | null> {
    const form = this.#form;
    if (form === 'nothing') return null;
    if (form === 'namespace') return { checkpoint_ns: '' };
    const id = await head();
    return { checkpoint_ns: '', ...(id === null ? {} : { checkpoint_id: id }) };
  }

  /**
   * Learns from a refused continue, sent in form `sent`. Returns true if another form is left to try; nothing
   * was started, as the server rejected the body.
   */
  learnFromRefusal({ status, body }: ServerRefusal, sent: ContinueForm): boolean {
    if (status !== 400 && status !== 422) return false;
    const isAboutIt = /checkpoint/i.test(body) && (sent !== 'nothing' || /\binput\b/.test(body));
    if (!isAboutIt || sent === 'head') return false;
    // Two concurrent refusals teach the same thing.
    if (this.#form === sent) this.#form = sent === 'nothing' ? 'namespace' : 'head';
    return true;
  }

  /** How many runs of other threads were dropped from the newest list of this thread's runs. */
  foreignRunsOf(threadId: string): number {
    return this.#foreignRuns.get(threadId) ?? 0;
  }

  noteForeignRuns(threadId: string, count: number): void {
    this.#foreignRuns.delete(threadId);
    if (count > 0) this.#foreignRuns.set(threadId, count);
    const [oldest] = this.#foreignRuns.keys();
    if (this.#foreignRuns.size > maxThreads && oldest !== undefined) this.#foreignRuns.delete(oldest);
  }

  /** Learns from run records whether the server stores run metadata. */
  learnFromRuns(runs: readonly WireRun[]): void {
    for (const run of runs) this.#recordsHaveMetadata = isObject(run.metadata);
  }

  /**
   * Whether to put the client's request id into `config` as well. Servers that store no run metadata can find
   * a run only by its config.
   */
  get marksConfig(): boolean {
    return !this.#recordsHaveMetadata;
  }
}

/** Whether an unmarked run may be the one that `bodyText` asked for: it is active and has the same input. */
export function isLikelySameRun(run: WireRun, bodyText: string): boolean {
  if (run.metadata || (run.status !== 'pending' && run.status !== 'running')) return false;
  const [reported, sent] = [memberText(rawTextOf(run), 'input'), memberText(bodyText, 'input')];
  return reported !== null && sameJson(reported, sent ?? 'null');
}

/** The id of the request that started a run, from its metadata or its config. */
export function clientRequestIdOf(run: WireRun): unknown {
  const inMetadata = run.metadata?.['client_request_id'];
  if (inMetadata !== undefined) return inMetadata;
  const { config } = run as { readonly config?: unknown };
  const metadata = isObject(config) ? config['metadata'] : undefined;
  return isObject(metadata) ? metadata['client_request_id'] : undefined;
}

/** Whether a run's events can be read again; `null` if its record does not say. */
export function readResumableFlag(run: WireRun): boolean | null {
  const sent = runKwargsOf(run);
  const reported = sent?.['resumable'] ?? sent?.['stream_resumable'];
  return typeof reported === 'boolean' ? reported : null;
}

// What a run was started with: `kwargs` of its record, or the record itself where servers flatten it.
function runKwargsOf(run: WireRun): WireObject | null {
  if (run.kwargs !== undefined && run.kwargs !== null) return run.kwargs;
  const record: WireObject = { ...run };
  return 'input' in record || 'command' in record || 'config' in record ? record : null;
}
