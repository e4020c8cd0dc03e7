// The states of the bench: lists of items as agents store them.

/** About 430 characters each. @param {number} count */
export function itemsOf(count) {
  return Array.from({ length: count }, (_, index) => ({
    id: `item-${index}`,
    n: index,
    ok: index % 2 === 0,
    text: 'lorem ipsum dolor sit amet '.repeat(11),
    tags: ['a', 'b'],
    deep: { ratio: index / 7, none: null },
  }));
}

/** @param {readonly unknown[]} items */
export const textOf = (items) => JSON.stringify({ topic: 'bench', items, step: 1 });

/** Number of items for 10 and 50 MB. */
export const sizes = { '10 MB': 24_600, '50 MB': 123_000 };
