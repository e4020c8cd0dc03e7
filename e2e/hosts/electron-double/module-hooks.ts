/** Node's loader hook, which runs in the loader thread: `electron` resolves to the double. */
export async function resolve(
  specifier: string,
  context: unknown,
  next: (specifier: string, context: unknown) => Promise<{ readonly url: string }>,
): Promise<{ readonly url: string; readonly shortCircuit?: boolean }> {
  if (specifier !== 'electron' && specifier !== 'electron/main') return next(specifier, context);
  return { url: new URL('./electron-exports.js', import.meta.url).href, shortCircuit: true };
}
