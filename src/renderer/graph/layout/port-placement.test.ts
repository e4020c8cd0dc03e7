import { describe, expect, it } from 'vitest';
import { spreadPorts } from './port-placement.ts';

const to = (...towards: readonly number[]) => towards.map((target) => ({ towards: target, back: false }));

describe('spreadEnds', () => {
  it.each([
    ['nothing', to(), []],
    ['one, straight ahead', to(100), [0]],
    ['one that is a little aside: it is made straight', to(110), [10]],
    ['one that is far aside: in the middle', to(300), [0]],
    ['two to both sides', to(0, 200), [-7, 7]],
    ['one straight ahead and one aside', to(100, 200), [0, 14]],
    ['in the order of where they lead', to(200, 0), [7, -7]],
  ])('places %s', (_, ends, offsets) => {
    expect(spreadPorts(ends, 100, 120)).toEqual({ offsets, shared: false });
  });

  it('leaves the middle to what leads on', () => {
    const ends = [
      { towards: 100, back: true },
      { towards: 100.5, back: false },
    ];
    expect(spreadPorts(ends, 100, 120).offsets[1]).toBe(0);
  });

  it('lets more than fit share the middle', () => {
    const { offsets, shared } = spreadPorts(
      to(...Array.from({ length: 40 }, (_, index) => index * 10)),
      100,
      120,
    );
    expect({ shared, all: new Set(offsets) }).toEqual({ shared: true, all: new Set([0]) });
  });
});
