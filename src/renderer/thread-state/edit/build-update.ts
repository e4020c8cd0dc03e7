import { memberText, type ChangedMember } from 'exact-json';
import { messageUpdate, type MessageUpdate } from '../messages/message-update.ts';

// How a list of messages is sent: `auto` by ids if possible, `anew` after removing all, or `whole` as it is.
export type MessageStrategy = 'auto' | 'anew' | 'whole';
export type MessageStrategies = Readonly<Record<string, MessageStrategy>>;

export interface UpdateEntry extends ChangedMember {
  // Set if a list of messages is sent as an update; `targetText` is the expected result.
  readonly update: MessageUpdate | null;
}

// The update for changed keys, for a thread that now has `newestText`. Lists of messages are sent as changes,
// because a messages reducer would keep everything that a shorter list omits.
export function buildUpdate(
  valuesText: string,
  changes: readonly ChangedMember[],
  strategies: MessageStrategies,
  newestText: string = valuesText,
): UpdateEntry[] {
  return changes.map(({ key, valueText }) => {
    const strategy = strategies[key] ?? 'auto';
    const baseText = memberText(valuesText, key);
    const update =
      strategy === 'whole' || baseText === null
        ? null
        : messageUpdate(baseText, valueText, memberText(newestText, key) ?? '[]', strategy === 'anew');
    return { key, valueText: update?.updateText ?? valueText, update };
  });
}
