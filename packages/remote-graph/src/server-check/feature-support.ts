import type { CheckCase } from './case.ts';
import { checkCases } from './cases/check-cases.ts';
import type { FeatureId } from './features.ts';
import type { CaseResult, ServerProfile } from './profile.ts';

export interface FeatureSupport {
  /** `yes` if all of its cases are, `no` if all are missing, `untested` if none was tried, else `less`. */
  readonly support: 'yes' | 'less' | 'no' | 'untested';
  /** The cases that are neither `yes` nor untested. */
  readonly lacks: readonly { readonly case: CheckCase; readonly result: CaseResult }[];
  /** Cases that were not tried. */
  readonly untested: readonly { readonly case: CheckCase; readonly result: CaseResult }[];
}

// A row of the table of servers, read from a profile.
export function featureSupport(profile: ServerProfile, feature: FeatureId): FeatureSupport {
  const results = checkCases
    .filter((one) => one.feature === feature)
    .map((one) => ({
      case: one,
      result: profile.cases[one.id] ?? {
        outcome: 'untested' as const,
        detail: 'The profile does not have it.',
      },
    }));
  const tried = results.filter(({ result }) => result.outcome !== 'untested');
  const lacks = tried.filter(({ result }) => result.outcome !== 'yes');
  const untested = results.filter(({ result }) => result.outcome === 'untested');
  return { support: supportOf(tried, lacks), lacks, untested };
}

function supportOf(
  tried: readonly { readonly result: CaseResult }[],
  lacks: readonly { readonly result: CaseResult }[],
): FeatureSupport['support'] {
  if (tried.length === 0) return 'untested';
  if (lacks.length === 0) return 'yes';
  return tried.every(({ result }) => result.outcome === 'missing') ? 'no' : 'less';
}
