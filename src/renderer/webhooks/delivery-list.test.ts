import { expect, it } from 'vitest';
import { aDelivery } from '../../testing/builders.ts';
import { applyDeliveryChanges } from './delivery-list.ts';

const delivery = (seq: number, claimedStatus = 'success') => aDelivery({ id: `d${seq}`, seq, claimedStatus });

it('the list applies additions, changes and removals in any order, newest first', () => {
  const none = applyDeliveryChanges([], { deliveries: [], removed: ['d9'] });
  const first = applyDeliveryChanges(none, { deliveries: [delivery(3), delivery(2)], removed: [] });
  // An older part of the list.
  const second = applyDeliveryChanges(first, { deliveries: [delivery(1)], removed: [] });
  expect(second.map(({ seq }) => seq)).toEqual([3, 2, 1]);
  const third = applyDeliveryChanges(second, {
    deliveries: [delivery(4), delivery(2, 'error')],
    removed: ['d1'],
  });
  expect(third.map(({ seq, claimedStatus }) => `${seq} ${claimedStatus}`)).toEqual([
    '4 success',
    '3 success',
    '2 error',
  ]);
  // Rows of unchanged deliveries need not be rendered again.
  expect(third[1]).toBe(first[0]);
});
