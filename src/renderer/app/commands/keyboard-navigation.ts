import { lazyCode } from '../../ui/lazy-code.ts';

type Regions = typeof import('./regions.ts');

const regionsCode = lazyCode(() => import('./regions.ts'));
const focusGroupsCode = lazyCode(() => import('../../ui/controls/focus-groups.ts'));

/** Loads the code that makes arrow keys work in toolbars. Returns a function that turns it off. */
export function loadKeyboardNavigation(): () => void {
  let end: (() => void) | null = () => undefined;
  focusGroupsCode.load().then(
    ({ installFocusGroups }) => {
      if (end !== null) end = installFocusGroups();
    },
    () => undefined,
  );
  regionsCode.load().catch(() => undefined);
  return () => {
    end?.();
    end = null;
  };
}

/** Moves the focus between the parts of the window. The code for it comes after the first paint. */
export function moveFocus(move: (regions: Regions) => void): void {
  const regions = regionsCode.loaded();
  if (regions !== null) move(regions);
  // Without the host nothing loads, and the window says so itself.
  else regionsCode.load().then(move, () => undefined);
}
