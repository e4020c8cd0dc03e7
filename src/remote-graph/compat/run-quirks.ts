import { sameJson } from '../../exact-json/diff/compare.ts';
import { memberText } from '../../exact-json/scan/object-members.ts';
import { isObject } from '../http/response-checks.ts';
import { rawTextOf } from '../http/raw-text.ts';
import type { WireRun } from '../http/api-types.ts';

/** What a run that names neither input nor command names as its checkpoint. */
export type ContinueCheckpoint = { readonly checkpoint_ns: ''; readonly checkpoint_id?: string };

/** How a run that goes on at the newest state names it. */
export type ContinueForm = 'nothing' | 'namespace' | 'head';

/** The answer to a request that a server refused, whichever client sent it. */
export interface Refusal {
  readonly status: number;
  /** The text of the answer. */
  readonly body: string;
}

/** What one server's runs differ in, learned from its answers. */
export class RunQuirks {
  #form: ContinueForm = 'nothing';
  #recordsHaveMetadata = true;

  get continueForm(): ContinueForm {
    return this.#form;
  }

  /**
   * What to name when a run goes on at the newest state: nothing, as most servers have it, until this one has refused
   * that. A named checkpoint makes the JavaScript server start subgraphs over, so it is never named beforehand.
   */
  async continueCheckpoint(head: () => Promise<string | null>): Promise<ContinueCheckpoint | null> {
    const form = this.#form;
    if (form === 'nothing') return null;
    if (form === 'namespace') return { checkpoint_ns: '' };
    const id = await head();
    return { checkpoint_ns: '', ...(id === null ? {} : { checkpoint_id: id }) };
  }

  /**
   * Learns from the refusal of a run that goes on, which was sent in the given form. True when another form is left to
   * try: nothing was started, because the server found the body wrong.
   */
  learnFromRefusal({ status, body }: Refusal, sent: ContinueForm): boolean {
    if (status !== 400 && status !== 422) return false;
    const isAboutIt = /checkpoint/i.test(body) && (sent !== 'nothing' || /\binput\b/.test(body));
    if (!isAboutIt || sent === 'head') return false;
    // Two runs that were refused at once teach the same thing.
    if (this.#form === sent) this.#form = sent === 'nothing' ? 'namespace' : 'head';
    return true;
  }

  /** Looks at run records: servers that keep no metadata with them need the mark of a request elsewhere. */
  learnFromRuns(runs: readonly WireRun[]): void {
    for (const run of runs) this.#recordsHaveMetadata = isObject(run.metadata);
  }

  /**
   * Whether the mark of a request goes into its config, too: where run records keep no metadata, a run whose start was cut
   * off is found by its config.
   */
  get marksConfig(): boolean {
    return !this.#recordsHaveMetadata;
  }
}

/**
 * Whether a run may be the one that a body asked for, where its record has no mark: it is active, and was started with
 * the same input.
 */
export function isLikelySameRun(run: WireRun, bodyText: string): boolean {
  if (run.metadata || (run.status !== 'pending' && run.status !== 'running')) return false;
  const [told, sent] = [memberText(rawTextOf(run), 'input'), memberText(bodyText, 'input')];
  return told !== null && sameJson(told, sent ?? 'null');
}

/** The id of the request that started a run, wherever the record has it. */
export function clientRequestIdOf(run: WireRun): unknown {
  const inMetadata = run.metadata?.['client_request_id'];
  if (inMetadata !== undefined) return inMetadata;
  const { config } = run as { readonly config?: unknown };
  const metadata = isObject(config) ? config['metadata'] : undefined;
  return isObject(metadata) ? metadata['client_request_id'] : undefined;
}
