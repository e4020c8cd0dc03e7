import Module, { register } from 'node:module';
import { electron, moduleKey } from './electron.ts';

type Load = (request: string, ...rest: unknown[]) => unknown;

/**
 * Makes `electron` resolve to the double, for `import` and for `require` (used by Playwright's inspector
 * session).
 */
export function installModule(): void {
  Reflect.set(globalThis, moduleKey, electron);
  register('./module-hooks.js', import.meta.url);
  const load = Reflect.get(Module, '_load') as Load;
  const loadWithDouble: Load = (request, ...rest) =>
    request === 'electron' || request === 'electron/main'
      ? electron
      : Reflect.apply(load, Module, [request, ...rest]);
  Reflect.set(Module, '_load', loadWithDouble);
}
