import { GraphServerError } from '../errors.ts';

// Servers that refuse `select` are asked for whole objects: a selection only makes an answer shorter. Learned from the
// refusal, for each kind of list.
export class RefusedSelection {
  readonly #refused = new Set<string>();

  /** Forgets everything, for a server that has become another one. */
  reset(): void {
    this.#refused.clear();
  }

  /** Sends a request with a selection, or without one where the server refuses it. */
  async send<S, T>(
    list: 'assistants' | 'threads' | 'runs' | 'crons',
    select: S | undefined,
    send: (select: S | undefined) => Promise<T>,
  ): Promise<T> {
    if (select === undefined || this.#refused.has(list)) return send(undefined);
    try {
      return await send(select);
    } catch (error) {
      if (!isAboutSelection(error)) throw error;
      this.#refused.add(list);
      return send(undefined);
    }
  }
}

function isAboutSelection(error: unknown): boolean {
  if (!(error instanceof GraphServerError) || (error.status !== 400 && error.status !== 422)) return false;
  return /\bselect\b/.test(error.body);
}
