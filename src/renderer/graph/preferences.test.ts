import { describe, expect, it } from 'vitest';
import { directionPreference, xrayLevelPreference, overlayPreference } from './preferences.ts';

describe('what was chosen for the picture of a graph', () => {
  it('is the same after it was kept', () => {
    for (const level of ['all', 0, 12] as const)
      expect(xrayLevelPreference.parse(xrayLevelPreference.text(level))).toBe(level);
    for (const direction of ['down', 'right'] as const) {
      expect(directionPreference.parse(directionPreference.text(direction))).toBe(direction);
    }
    const overlay = { mode: 'tokens', scope: 'thread' } as const;
    expect(overlayPreference.parse(overlayPreference.text(overlay))).toEqual(overlay);
  });

  it('is nothing when nothing, or something else, was kept', () => {
    for (const text of [null, '', '-1', '1.5', 'every', '9999'])
      expect(xrayLevelPreference.parse(text)).toBeNull();
    for (const text of [null, 'up']) expect(directionPreference.parse(text)).toBe('auto');
    for (const text of [null, '{', '{}', '{"mode":"x","scope":"run"}']) {
      expect(overlayPreference.parse(text)).toEqual({ mode: 'off', scope: 'run' });
    }
  });
});
