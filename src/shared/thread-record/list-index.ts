import type { ListChange } from './list-look-ups.ts';

// How the entries of a list are found: by an id, and by keys that several entries may share.
export interface ListKeys<T, Group extends string> {
  idOf(entry: T): string;
  readonly groups: Readonly<Record<Group, (entry: T) => readonly string[]>>;
}

// Look-ups in a list, each made when it is first asked for. They follow the list from version to version at the cost of what
// differs, so they hold for the newest version alone.
export class ListIndex<T, Group extends string> {
  #list: readonly T[];
  readonly #keys: ListKeys<T, Group>;
  #idPositions: Map<string, number> | null = null;
  // By group and key, the positions of the entries, in order.
  readonly #groups = new Map<Group, Map<string, number[]>>();

  constructor(keys: ListKeys<T, Group>, list: readonly T[]) {
    this.#keys = keys;
    this.#list = list;
  }

  byId(id: string): T | undefined {
    this.#idPositions ??= new Map(this.#list.map((entry, position) => [this.#keys.idOf(entry), position]));
    return this.#list[this.#idPositions.get(id) ?? -1];
  }

  inGroup(group: Group, key: string): readonly T[] {
    const positions = this.#positionsOf(group, key);
    return positions.length === 0 ? [] : positions.flatMap((position) => this.#list[position] ?? []);
  }

  lastInGroup(group: Group, key: string, isWanted: (entry: T) => boolean = () => true): T | undefined {
    const position = this.#positionsOf(group, key).findLast((index) => {
      const entry = this.#list[index];
      return entry !== undefined && isWanted(entry);
    });
    return this.#list[position ?? -1];
  }

  follow(list: readonly T[], { replaced, from }: ListChange): void {
    const before = this.#list;
    for (let position = before.length - 1; position >= from; position -= 1) this.#remove(before, position);
    for (const position of replaced) this.#replace(before, list, position);
    for (let position = from; position < list.length; position += 1) this.#add(list, position);
    this.#list = list;
  }

  #positionsOf(group: Group, key: string): readonly number[] {
    let positions = this.#groups.get(group);
    if (positions === undefined) {
      positions = new Map();
      for (const [position, entry] of this.#list.entries())
        for (const entryKey of this.#keys.groups[group](entry)) insert(positions, entryKey, position);
      this.#groups.set(group, positions);
    }
    return positions.get(key) ?? [];
  }

  #add(list: readonly T[], position: number): void {
    const entry = list[position];
    if (entry === undefined) return;
    this.#idPositions?.set(this.#keys.idOf(entry), position);
    for (const [group, positions] of this.#groups)
      for (const key of this.#keys.groups[group](entry)) insert(positions, key, position);
  }

  #remove(list: readonly T[], position: number): void {
    const entry = list[position];
    if (entry === undefined) return;
    this.#idPositions?.delete(this.#keys.idOf(entry));
    for (const [group, positions] of this.#groups)
      for (const key of this.#keys.groups[group](entry)) remove(positions, key, position);
  }

  // Most replacements keep all keys.
  #replace(before: readonly T[], after: readonly T[], position: number): void {
    const [old, entry] = [before[position], after[position]];
    if (old === undefined || entry === undefined) return;
    const [oldId, id] = [this.#keys.idOf(old), this.#keys.idOf(entry)];
    if (oldId !== id) {
      if (this.#idPositions?.get(oldId) === position) this.#idPositions.delete(oldId);
      this.#idPositions?.set(id, position);
    }
    for (const [group, positions] of this.#groups) {
      const oldKeys = this.#keys.groups[group](old);
      const keys = this.#keys.groups[group](entry);
      for (const key of oldKeys) if (!keys.includes(key)) remove(positions, key, position);
      for (const key of keys) if (!oldKeys.includes(key)) insert(positions, key, position);
    }
  }
}

function insert(groups: Map<string, number[]>, key: string, position: number): void {
  const positions = groups.get(key);
  if (positions === undefined) {
    groups.set(key, [position]);
    return;
  }
  // Almost always last.
  const index = positions.findLastIndex((other) => other <= position);
  if (positions[index] !== position) positions.splice(index + 1, 0, position);
}

function remove(groups: Map<string, number[]>, key: string, position: number): void {
  const positions = groups.get(key);
  const index = positions?.lastIndexOf(position) ?? -1;
  if (positions === undefined || index < 0) return;
  if (positions.length === 1) groups.delete(key);
  else positions.splice(index, 1);
}
