import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rectangle } from 'electron';
import { fc } from '../../testing/fast-check.ts';
import { scaled } from '../../testing/test-scale.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createWindowStateFile } from './window-state-store.ts';
import {
  besideBounds,
  defaultSize,
  fitWindowState,
  parseWindowState,
  type WindowState,
} from './window-state.ts';

const main: Rectangle = { x: 0, y: 25, width: 1920, height: 1055 };
const right: Rectangle = { x: 1920, y: 0, width: 2560, height: 1440 };
const stored = (x: number, y: number, width = 1200, height = 800, maximized = false): WindowState => ({
  bounds: { x, y, width, height },
  maximized,
});

const isInside = (inner: Rectangle, outer: Rectangle): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

describe('the window’s position', () => {
  it('is the middle of the main display the first time', () => {
    const { bounds } = fitWindowState(null, [main, right]);
    expect(bounds).toEqual({ x: 240, y: 25 + Math.floor((1055 - 900) / 2), ...defaultSize });
  });

  it('is restored if it is visible', () => {
    expect(fitWindowState(stored(100, 100), [main])).toEqual(stored(100, 100));
    expect(fitWindowState(stored(2000, 100, 1200, 800, true), [main, right])).toEqual(
      stored(2000, 100, 1200, 800, true),
    );
  });

  it('of a second window is below and to the right of the first, on the same display', () => {
    expect(besideBounds(stored(100, 100).bounds, [main])).toEqual(stored(128, 128));
    // Without room there, it starts again where the display does.
    expect(besideBounds(stored(710, 260).bounds, [main])).toEqual(stored(0, 25));
    const second = besideBounds(stored(3270, 100).bounds, [main, right]).bounds;
    expect(isInside(second, right)).toBe(true);
  });

  it('is on the main display if its own display is gone', () => {
    expect(isInside(fitWindowState(stored(2000, 100), [main]).bounds, main)).toBe(true);
  });

  it('is inside one display, whatever was stored', () => {
    const coordinate = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 6_000 });
    const area = fc.record({
      x: coordinate,
      y: coordinate,
      width: fc.integer({ min: 320, max: 6_000 }),
      height: size,
    });
    const state = fc.record({
      bounds: fc.record({ x: coordinate, y: coordinate, width: size, height: size }),
      maximized: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.option(state), fc.array(area, { minLength: 1, maxLength: 4 }), (was, areas) => {
        const { bounds, maximized } = fitWindowState(was, areas);
        expect(areas.some((one) => isInside(bounds, one))).toBe(true);
        expect(maximized).toBe(was?.maximized ?? false);
      }),
      { numRuns: scaled(2_000) },
    );
  });

  it('has a size even without a known display', () => {
    expect(fitWindowState(null, []).bounds).toEqual({ x: 0, y: 0, ...defaultSize });
  });
});

describe('the file of the window’s position', () => {
  const folder = mkdtempSync(join(tmpdir(), 'window-state-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('restores what was written, for this user only, and leaves no other file', () => {
    const path = join(folder, 'window-state.json');
    const file = createWindowStateFile(path);
    expect(file.read()).toBeNull();
    file.write(stored(1, 2));
    file.write(stored(3, 4));
    expect(file.read()).toEqual(stored(3, 4));
    expect(readdirSync(folder)).toEqual(['window-state.json']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('does not fail if it can’t write', () => {
    const file = createWindowStateFile(join(folder, 'no', 'such', 'folder.json'));
    file.write(stored(1, 2));
    expect(file.read()).toBeNull();
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"bounds":{"x":1,"y":2,"width":3},"maximized":false}',
    '{"bounds":{"x":1,"y":2,"width":3,"height":"4"},"maximized":false}',
    '{"bounds":{"x":1.5,"y":2,"width":3,"height":4},"maximized":false}',
    '{"bounds":{"x":1,"y":2,"width":3,"height":1e400},"maximized":false}',
    '{"bounds":{"x":1,"y":2,"width":3,"height":4}}',
  ])('reads %s as nothing kept', (text) => {
    expect(parseWindowState(text)).toBeNull();
    const path = join(folder, 'broken.json');
    writeFileSync(path, text);
    expect(createWindowStateFile(path).read()).toBeNull();
    rmSync(path);
  });
});
