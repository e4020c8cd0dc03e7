import { elementTexts, sameJson } from 'exact-json';
import { readStateMessages, editByIdProblem, type StateMessage } from './message-list.ts';

// The id that makes the messages reducer start from an empty list.
export const removeAllId = '__remove_all__';

/** The update that makes a messages reducer turn its current list into the wanted one. */
export interface MessageUpdate {
  /** `anew`: removes and rewrites everything, because the reducer can't insert by id. */
  readonly kind: 'by-id' | 'anew';
  readonly updateText: string;
  readonly targetText: string;
  readonly replaced: number;
  readonly removed: number;
  readonly added: number;
  readonly isConflict: boolean;
}

/**
 * The update from the base list to the edited one, for a thread that now has `newest`. `null` if the messages
 * have no distinct ids: then only the whole list can be sent. `anew` forces that kind, which an emptied or
 * reordered list needs anyway.
 */
export function messageUpdate(
  base: string,
  edited: string,
  newest: string = base,
  anew = false,
): MessageUpdate | null {
  const [before, after, now] = [base, edited, newest].map(byIdMessages);
  if (!before || !after || !now) return null;
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const touched = [...after.values()].filter(({ id, text }) => {
    const old = before.get(id ?? '');
    return !old || !sameJson(old.text, text);
  });
  const added = touched.filter(({ id }) => !before.has(id ?? ''));
  const counts = {
    replaced: touched.length - added.length,
    removed: removed.length,
    added: added.length,
  };
  const idsChangedByServer = new Set([...differing(before, now), ...differing(now, before)]);
  const stillThere = removed.filter((id) => now.has(id));
  const update = [...stillThere.map(removal), ...touched.map(({ text }) => text)];
  const mergedOnSeen = mergeById(before, removed, touched);
  if (!anew && after.size > 0 && sameOrder(mergedOnSeen, after)) {
    const ownIds = [...removed, ...touched.map(({ id }) => id ?? '')];
    return {
      kind: 'by-id',
      updateText: listText(update),
      targetText: listText([...mergeById(now, removed, touched).values()].map(({ text }) => text)),
      ...counts,
      isConflict: ownIds.some((id) => idsChangedByServer.has(id)),
    };
  }
  return {
    kind: 'anew',
    updateText: listText([removal(removeAllId), ...elementTexts(edited)]),
    targetText: edited,
    ...counts,
    isConflict: idsChangedByServer.size > 0,
  };
}

type ById = ReadonlyMap<string, StateMessage>;

function byIdMessages(text: string): ById | null {
  const messages = readStateMessages(text);
  if (messages === null || editByIdProblem(messages) !== null) return null;
  return new Map(messages.map((message) => [message.id ?? '', message]));
}

// Simulates the reducer: replaces messages with known ids in place and appends new ones.
function mergeById(list: ById, removed: readonly string[], touched: readonly StateMessage[]): ById {
  const next = new Map(list);
  for (const id of removed) next.delete(id);
  for (const message of touched) next.set(message.id ?? '', message);
  return next;
}

function sameOrder(a: ById, b: ById): boolean {
  const order = [...b.keys()];
  return a.size === b.size && [...a.keys()].every((id, index) => id === order[index]);
}

function differing(a: ById, b: ById): string[] {
  return [...a].flatMap(([id, { text }]) => {
    const other = b.get(id);
    return other && sameJson(text, other.text) ? [] : id;
  });
}

// Python servers require `content` even here.
function removal(id: string): string {
  return `{"type":"remove","id":${JSON.stringify(id)},"content":""}`;
}

function listText(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}
