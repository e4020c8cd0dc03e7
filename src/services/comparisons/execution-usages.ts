import { createTokenCounter, type ModelUsage } from '../../shared/token-counter.ts';
import { countUsage } from '../common/count-usage.ts';

/** Longest state that is searched for messages that a result only repeats, in UTF-16 units. */
const maxStateLength = 8_000_000;

/** Tokens that messages of a result report, without those that the state before it had; `null` if that is unknown. */
export function usagesOfResult(before: string, result: string | null): readonly ModelUsage[] | null {
  if (result === null || before.length > maxStateLength) return null;
  const counter = createTokenCounter();
  countUsage(counter, before);
  const known = new Map(counter.models().map((usage) => [usage.model, usage]));
  countUsage(counter, result);
  return counter.models().flatMap((usage) => {
    const { input = 0, cached = 0, output = 0 } = known.get(usage.model) ?? {};
    const fresh = {
      model: usage.model,
      input: usage.input - input,
      cached: usage.cached - cached,
      output: usage.output - output,
    };
    return fresh.input === 0 && fresh.output === 0 ? [] : [fresh];
  });
}
