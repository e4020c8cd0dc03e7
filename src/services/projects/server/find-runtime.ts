import { findJavaScriptRuntime } from './find-javascript-runtime.ts';
import { findPythonRuntime } from './find-python-runtime.ts';
import type { RuntimeSearch, SearchContext } from './runtime-search.ts';

/** Looks for the CLI of a project, in its own folder first. Runs nothing. */
export function findRuntime(
  folder: string,
  language: 'javascript' | 'python',
  context: SearchContext,
): Promise<RuntimeSearch> {
  return language === 'javascript'
    ? findJavaScriptRuntime(folder, context)
    : findPythonRuntime(folder, context);
}
