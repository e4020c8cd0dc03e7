import { lazyCode } from '../../ui/lazy-code.ts';

type Regions = typeof import('./regions.ts');

const regionsCode = lazyCode(async () => {
  const [regions, { installFocusGroups }] = await Promise.all([
    import('./regions.ts'),
    import('../../ui/controls/focus-groups.ts'),
  ]);
  installFocusGroups();
  return regions;
});

/** Loads the code: arrow keys in toolbars work from then on. */
export function loadKeyboardNavigation(): void {
  regionsCode.load().catch(() => undefined);
}

/** Moves the focus between the parts of the window. The code for it comes after the first paint. */
export function moveFocus(move: (regions: Regions) => void): void {
  const regions = regionsCode.loaded();
  if (regions !== null) move(regions);
  // Without the host nothing loads, and the window says so itself.
  else regionsCode.load().then(move, () => undefined);
}
