import { memberText } from '../../../exact-json/scan/object-members.ts';
import type { ChangedMember } from '../../../exact-json/diff/compare.ts';
import { messageUpdate, type MessageUpdate } from '../messages/model/message-update.ts';

/** How a list of messages is sent: `auto` by their ids where that does it, `anew` after all were removed, or as it is. */
export type MessageStrategy = 'auto' | 'anew' | 'whole';
export type MessageStrategies = Readonly<Record<string, MessageStrategy>>;

/** A changed key as it is sent. */
export interface UpdateEntry extends ChangedMember {
  /** Set where what is sent is an update of a list of messages; `wantedText` is what the key is to be afterwards. */
  readonly update: MessageUpdate | null;
}

/**
 * What is sent for changed keys, to a thread that now has `newestText`. Lists of messages are sent as what changed in
 * them: a reducer that adds messages would keep all that a shorter list leaves out.
 */
export function buildUpdate(
  valuesText: string,
  changes: readonly ChangedMember[],
  ways: MessageStrategies,
  newestText: string = valuesText,
): UpdateEntry[] {
  return changes.map(({ key, valueText }) => {
    const way = ways[key] ?? 'auto';
    const seen = memberText(valuesText, key);
    const update =
      way === 'whole' || seen === null
        ? null
        : messageUpdate(seen, valueText, memberText(newestText, key) ?? '[]', way === 'anew');
    return { key, valueText: update?.updateText ?? valueText, update };
  });
}
