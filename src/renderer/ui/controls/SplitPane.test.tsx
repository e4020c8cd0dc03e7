import { afterEach, describe, expect, it } from 'vitest';
import { layoutStorage, ResponsivePaneSize } from './SplitPane.tsx';

/** A pane of 340 pixels in a group of 1,400. */
const initial = { inPixels: 340, asPercentage: 24.3 };

describe('the size that a pane has in a wide window', () => {
  it('becomes the same share of a narrow window, and is restored', () => {
    const size = new ResponsivePaneSize(false);
    size.measured(initial, 'pixels');
    expect(size.narrowPixels(1000, 200)).toBe(243);
    // In the narrow window, its least width makes its share larger.
    size.measured({ inPixels: 260, asPercentage: 27.1 }, 'share');
    expect(size.restoredPixels(340)).toBe(340);
  });

  it('is not so small that the pane collapses when a very wide window gets narrow', () => {
    const size = new ResponsivePaneSize(false);
    size.measured({ inPixels: 320, asPercentage: 12.5 }, 'pixels');
    expect(size.narrowPixels(1000, 260)).toBe(260);
  });

  it('stays the dragged one when the window is narrow for a while', () => {
    const size = new ResponsivePaneSize(false);
    size.measured(initial, 'pixels');
    size.measured({ inPixels: 450, asPercentage: 32.1 }, 'pixels');
    expect(size.narrowPixels(1000, 200)).toBe(321);
    size.measured({ inPixels: 306, asPercentage: 32.1 }, 'share');
    expect(size.restoredPixels(340)).toBe(450);
  });

  it('is given up when the pane is dragged in the narrow window', () => {
    const size = new ResponsivePaneSize(false);
    size.measured(initial, 'pixels');
    size.dragged('share');
    expect(size.restoredPixels(340)).toBeNull();
    size.measured({ inPixels: 500, asPercentage: 35.7 }, 'pixels');
    size.dragged('pixels');
    expect(size.restoredPixels(340)).toBe(500);
  });

  it('is the initial one if the page was loaded in a narrow window, unless a stored layout says otherwise', () => {
    expect(new ResponsivePaneSize(false).restoredPixels(340)).toBe(340);
    expect(new ResponsivePaneSize(true).restoredPixels(340)).toBeNull();
    expect(new ResponsivePaneSize(false).narrowPixels(1000, 200)).toBeNull();
  });
});

describe('the stored sizes', () => {
  const former = 'react-resizable-panels:studio.window.left:rows:history';
  const key = 'react-resizable-panels:studio.window.left:rows:story';
  const storage = layoutStorage([
    { id: 'rows', content: null },
    { id: 'story', formerId: 'history', content: null },
  ]);
  afterEach(() => localStorage.clear());

  it('of a pane that was renamed are those of its former ID until it is moved', () => {
    expect(storage.getItem(key)).toBeNull();
    localStorage.setItem(former, '{"rows":30,"history":70}');
    expect(storage.getItem(key)).toBe('{"rows":30,"story":70}');
    void storage.setItem(key, '{"rows":40,"story":60}');
    expect(storage.getItem(key)).toBe('{"rows":40,"story":60}');
  });
});
