import { outcomes } from './outcome.ts';
import type { CaseResult, ServerProfile } from './profile.ts';

export interface ProfileChange {
  readonly id: string;
  /** `undefined`: the case is new. */
  readonly before: CaseResult | undefined;
  /** `undefined`: the case is gone. */
  readonly after: CaseResult | undefined;
  readonly kind: 'better' | 'worse' | 'changed' | 'added' | 'removed';
}

/**
 * What differs from a profile that was kept, sorted by case. What is no longer tried counts as worse, so that a server that
 * has lost a graph does not pass; a detail that changed does not count.
 */
export function compareProfiles(baseline: ServerProfile, profile: ServerProfile): readonly ProfileChange[] {
  const ids = [...new Set([...Object.keys(baseline.cases), ...Object.keys(profile.cases)])].toSorted();
  return ids.flatMap((id) => {
    const before = baseline.cases[id];
    const after = profile.cases[id];
    const kind = kindOf(before, after);
    return kind === null ? [] : [{ id, before, after, kind }];
  });
}

function kindOf(before: CaseResult | undefined, after: CaseResult | undefined): ProfileChange['kind'] | null {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  if (before.outcome === after.outcome) return before.detail === after.detail ? null : 'changed';
  if (before.outcome === 'untested') return 'changed';
  return outcomes.indexOf(after.outcome) > outcomes.indexOf(before.outcome) ? 'worse' : 'better';
}
