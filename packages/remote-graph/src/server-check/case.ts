import type { CaseContext } from './case-context.ts';
import type { FeatureId } from './features.ts';

/** One expectation of the API, tried on a server. */
export interface CheckCase {
  /** Stable: profiles name it. */
  readonly id: string;
  /** A sentence about the server. */
  readonly title: string;
  readonly feature: FeatureId;
  /** The route that is tried. */
  readonly route: string;
  /** What the API's reference says. */
  readonly reference: string;
  /** Longer than the check's limit for one case. */
  readonly timeoutMs?: number;
  /** Returns when the server does what the reference says; throws a `Finding` otherwise. */
  run(check: CaseContext): Promise<void>;
}
