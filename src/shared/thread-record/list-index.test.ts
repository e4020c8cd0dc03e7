import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ListIndex, type ListKeys } from './list-index.ts';

interface Entry {
  readonly id: string;
  readonly keys: readonly string[];
}
const keys: ListKeys<Entry, 'keys'> = { idOf: ({ id }) => id, groups: { keys: (entry) => entry.keys } };
const entryKeys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'));
const versions = fc.array(
  fc.record({
    /** The ids of the entries from a position on, which is a share of the length. */
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    tail: fc.uniqueArray(fc.nat(12)),
    replaced: fc.array(fc.tuple(fc.nat(12), entryKeys)),
    keysOfTail: entryKeys,
  }),
  { maxLength: 8 },
);

it('a list index that followed changes says the same as one of the newest list', () => {
  fc.assert(
    fc.property(versions, (changes) => {
      let list: readonly Entry[] = [];
      const followed = new ListIndex(keys, list);
      for (const change of changes) {
        const from = Math.floor(change.from * list.length);
        const next = list.slice(0, from);
        const replaced = change.replaced.flatMap(([position, newKeys]) => {
          const old = next[position];
          if (old === undefined) return [];
          next[position] = { id: old.id, keys: newKeys };
          return [position];
        });
        const ids = new Set(next.map(({ id }) => id));
        for (const id of change.tail.map(String))
          if (!ids.has(id)) next.push({ id, keys: change.keysOfTail });
        followed.follow(next, { replaced: [...new Set(replaced)], from });
        list = next;
        const fresh = new ListIndex(keys, list);
        for (const key of ['a', 'b', 'c']) {
          expect(followed.inGroup('keys', key)).toEqual(fresh.inGroup('keys', key));
          expect(followed.lastInGroup('keys', key)).toBe(fresh.lastInGroup('keys', key));
          expect(fresh.inGroup('keys', key)).toEqual(list.filter((entry) => entry.keys.includes(key)));
        }
        for (let id = 0; id <= 12; id += 1) expect(followed.byId(`${id}`)).toBe(fresh.byId(`${id}`));
      }
    }),
  );
});
