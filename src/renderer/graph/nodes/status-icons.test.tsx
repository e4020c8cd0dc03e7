import { describe, expect, it } from 'vitest';
import type { ThemeColors } from '../canvas/theme-colors.ts';
import { statusIconImages } from './status-icons.ts';

const palette: ThemeColors = {
  canvas: 'rgb(0, 0, 0)',
  container: 'rgb(0, 0, 1)',
  border: 'rgb(0, 0, 2)',
  line: 'rgb(0, 0, 3)',
  accent: 'rgb(0, 0, 4)',
  text: 'rgb(0, 0, 5)',
  sign: 'rgb(0, 0, 6)',
  font: 'serif',
  status: {
    idle: 'rgb(1, 0, 0)',
    skipped: 'rgb(2, 0, 0)',
    later: 'rgb(2, 0, 1)',
    aborted: 'rgb(2, 0, 2)',
    cancelled: 'rgb(2, 0, 3)',
    unknown: 'rgb(2, 0, 4)',
    next: 'rgb(3, 0, 0)',
    queued: 'rgb(4, 0, 0)',
    running: 'rgb(5, 0, 0)',
    finished: 'rgb(6, 0, 0)',
    failed: 'rgb(7, 0, 0)',
    waiting: 'rgb(8, 0, 0)',
  },
};

describe('signImages', () => {
  it('draws every sign as a picture of its own that can be read', () => {
    const images = Object.values(statusIconImages(palette));
    expect(new Set(images).size).toBe(15);
    for (const image of images) {
      const svg = decodeURIComponent(/^url\("data:image\/svg\+xml,(.*)"\)$/.exec(image)?.[1] ?? '');
      const page = new DOMParser().parseFromString(svg, 'image/svg+xml');
      expect(page.querySelector('svg path, svg circle, svg rect')).not.toBeNull();
    }
  });

  it.each([
    ['plain', palette.sign],
    ['running', palette.status.running],
    ['failed', palette.status.failed],
    ['waiting', palette.status.waiting],
    ['next', palette.accent],
  ] as const)('draws %s in its colour', (icon, colour) => {
    expect(decodeURIComponent(statusIconImages(palette)[`--sign-${icon}`])).toContain(`stroke="${colour}"`);
  });
});
