import type { EvaluatedModules } from 'vite/module-runner';
import { afterAll, vi } from 'vitest';
import { slowness } from './slowness.ts';
import { inFull } from './test-scale.ts';

// Test files share a process. Each gets modules of its own, so that module state does not leak between files. Only
// packages stay loaded, and the modules of folders where lint (`studio/no-module-state`) allows no state: evaluating those
// again for each file took a quarter of the processor time of the largest files' imports.
const isStateless =
  /[/](?:src[/](?:shared|services|cli|web-host)|packages[/][^/]+[/](?:src|graph-server-check))[/](?!.*[.]test[.]ts$)/;

/** What vitest resets between files only where each has a process of its own; `vi` has no name for it. */
interface VitestGlobals {
  readonly __vitest_worker__: { readonly evaluatedModules: EvaluatedModules };
  readonly __vitest_mocker__: { reset(): void };
}
const { __vitest_worker__: worker, __vitest_mocker__: mocker } = globalThis as unknown as VitestGlobals;
const { evaluatedModules } = worker;
const modules = evaluatedModules.idToModuleMap;

// What a file mocked is real again in the next one.
mocker.reset();
const isMocked = (id: string): boolean => id.startsWith('mock:');
for (const [id, module] of modules) {
  if (isMocked(id) || (module.meta && 'mockedModule' in module.meta))
    evaluatedModules.invalidateModule(module);
}

const kept = [...modules].filter(([id, { evaluated }]) => evaluated && isStateless.test(id));
for (const [id] of kept) modules.delete(id);
vi.resetModules();
for (const [id, module] of kept) modules.set(id, module);

// The load may grow while the tests run.
if (!inFull) vi.setConfig({ testTimeout: 20_000 * slowness(), hookTimeout: 40_000 * slowness() });

// A lazy view may still be loading when its test ends. The rest of that import would go on in the next file, and evaluate
// modules there before that file has said which of them it mocks. The hook of a setup file is the last one of a file.
afterAll(() => vi.dynamicImportSettled());
