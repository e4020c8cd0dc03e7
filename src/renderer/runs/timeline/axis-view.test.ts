import { describe, expect, it } from 'vitest';
import { fitView, panView, zoomView } from './axis-view.ts';

const whole = { fromMs: -100, toMs: 900 };

describe('the span of the axis', () => {
  it('is within the whole axis, and nothing where it would be all of it', () => {
    expect(fitView({ fromMs: -500, toMs: 0 }, whole)).toEqual({ fromMs: -100, toMs: 400 });
    expect(fitView({ fromMs: 700, toMs: 1200 }, whole)).toEqual({ fromMs: 400, toMs: 900 });
    expect(fitView({ fromMs: -500, toMs: 1200 }, whole)).toBeNull();
  });

  it('keeps the time under the pointer where it is', () => {
    const view = zoomView(whole, whole, 0.5, 400);
    expect(view).toEqual({ fromMs: 150, toMs: 650 });
    expect(view && zoomView(view, whole, 2, 400)).toBeNull();
  });

  it('is never shorter than is useful', () => {
    const view = zoomView({ fromMs: 0, toMs: 6 }, whole, 0.1, 3);
    expect(view && view.toMs - view.fromMs).toBe(5);
    expect(fitView({ fromMs: 0, toMs: 0 }, { fromMs: 0, toMs: 0 })).toBeNull();
  });

  it('moves until the end', () => {
    expect(panView({ fromMs: 0, toMs: 100 }, whole, 0.5)).toEqual({ fromMs: 50, toMs: 150 });
    expect(panView({ fromMs: 790, toMs: 890 }, whole, 0.5)).toEqual({ fromMs: 800, toMs: 900 });
  });
});
