import type { RequestEntry, RequestLogChange } from '../../shared/model/request-log.ts';

export type RequestSource = 'shared' | 'member';

/** The request logs of all members and of one, as one log with numbers of its own. */
export interface MergedRequests {
  change(source: RequestSource, change: RequestLogChange): RequestLogChange;
  /** Which request has this number; `null` once no log has it. */
  origin(id: number): { readonly source: RequestSource; readonly id: number } | null;
}

// As many as each of the logs keeps.
const maxShown = 500;

export function createMergedRequests(): MergedRequests {
  const numbers = {
    shared: new Map<RequestEntry['id'], number>(),
    member: new Map<RequestEntry['id'], number>(),
  };
  const totals = { shared: 0, member: 0 };
  let last = 0;

  const numberOf = (source: RequestSource, id: number): number => {
    const number = numbers[source].get(id) ?? (last += 1);
    numbers[source].set(id, number);
    return number;
  };
  return {
    change(source, { entries, settled, oldestId, total }) {
      totals[source] = Math.max(totals[source], total);
      for (const id of numbers[source].keys()) if (id < oldestId) numbers[source].delete(id);
      // Oldest first, so that numbers grow as ids do.
      const numbered = entries
        .toReversed()
        .map((entry) => ({ ...entry, id: numberOf(source, entry.id) }))
        .toReversed();
      const keptNumbers = [...numbers.shared.values(), ...numbers.member.values()].toSorted((a, b) => a - b);
      return {
        entries: numbered,
        settled: settled.map((one) => ({ ...one, id: numberOf(source, one.id) })),
        oldestId: keptNumbers.at(-maxShown) ?? keptNumbers[0] ?? last + 1,
        total: totals.shared + totals.member,
      };
    },
    origin(id) {
      for (const source of ['shared', 'member'] as const)
        for (const [original, number] of numbers[source]) if (number === id) return { source, id: original };
      return null;
    },
  };
}
