import { describe, expect, it } from 'vitest';
import { chooseDirection } from './use-direction.ts';

const wide = { width: 1200, height: 600 };
const tall = { width: 600, height: 600 };
/** A chain of nodes: 200 px each from left to right, 80 px from top to bottom. */
const chain = (nodes: number) => (direction: 'down' | 'right') =>
  direction === 'right' ? { width: nodes * 200, height: 60 } : { width: 180, height: nodes * 80 };

describe('chooseDirection', () => {
  it('is left to right in a wide pane, and top to bottom in another', () => {
    expect(chooseDirection(wide, chain(4))).toBe('right');
    expect(chooseDirection(tall, chain(3))).toBe('down');
    expect(chooseDirection(wide, null)).toBe('right');
    expect(chooseDirection(tall, null)).toBe('down');
  });

  it('is the other one if only that shows the whole graph legibly, or more of it', () => {
    expect(chooseDirection(wide, chain(8))).toBe('down');
    expect(chooseDirection(wide, chain(40))).toBe('down');
    expect(chooseDirection(tall, (direction) => chain(8)(direction === 'down' ? 'right' : 'down'))).toBe(
      'right',
    );
  });

  it('does not depend on the graph while the pane has no size', () => {
    expect(chooseDirection({ width: 0, height: 0 }, chain(40))).toBe('down');
  });
});
