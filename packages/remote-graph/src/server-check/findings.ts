import type { Outcome } from './outcome.ts';

/** What a case found instead of what the reference says. Thrown by cases and by what they call. */
export class Finding extends Error {
  readonly outcome: Exclude<Outcome, 'yes'>;

  constructor(outcome: Exclude<Outcome, 'yes'>, detail: string) {
    super(detail);
    this.name = 'Finding';
    this.outcome = outcome;
  }
}

/** The check itself can't be made: the address, the key or the server is not what was said. */
export class ServerCheckError extends Error {
  override readonly name = 'ServerCheckError';
  /** Whether what was given is wrong, or what answers. */
  readonly kind: 'usage' | 'server' | 'refused';

  constructor(message: string, kind: ServerCheckError['kind'] = 'usage') {
    super(message);
    this.kind = kind;
  }
}

export function different(detail: string): Finding {
  return new Finding('different', detail);
}

export function untested(reason: string): Finding {
  return new Finding('untested', reason);
}

export function broken(detail: string): Finding {
  return new Finding('broken', detail);
}
