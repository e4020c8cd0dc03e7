export interface ListChange {
  // Where entries were replaced, before `from`.
  readonly replaced: readonly number[];
  // From here on, the lists differ in which entries they have.
  readonly from: number;
}

// What is known of a list, and can be brought to its next version at the cost of what differs.
interface ListLookUps {
  follow(after: readonly unknown[], change: ListChange): void;
}

const lookUps = new WeakMap<readonly unknown[], ListLookUps>();

// The look-ups in a list, made when they are first asked for.
export function lookUpsIn<T, LookUps extends ListLookUps>(
  list: readonly T[],
  kind: new (list: readonly T[]) => LookUps,
): LookUps {
  const cached = lookUps.get(list);
  if (cached instanceof kind) return cached;
  const created = new kind(list);
  lookUps.set(list, created);
  return created;
}

// The look-ups in a list become those of its next version; one who asks for the list before pays for them again.
export function followList(before: readonly unknown[], after: readonly unknown[], change: ListChange): void {
  const previous = lookUps.get(before);
  if (previous === undefined) return;
  lookUps.delete(before);
  previous.follow(after, change);
  lookUps.set(after, previous);
}
