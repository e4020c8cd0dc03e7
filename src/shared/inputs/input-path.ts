// Folders below the inputs folder, and characters of a name.
const maxDepth = 4;
const maxNameLength = 80;

// Characters that some file systems refuse, that are invisible, or that change the text direction.
const unfit = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

// Device names of Windows, with or without an extension.
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

export const inputEnding = '.json';

/**
 * Why a path is no place for an input, as a sentence; `null` if it is one: `writer/tides.json`, relative to the inputs
 * folder, with `/` on each system. Nothing in it leads out of the folder, hides a file, or is refused elsewhere.
 */
export function inputPathProblem(path: string): string | null {
  return pathProblem(path, [inputEnding]);
}

/** The same for a regression test beside an input: `writer/tides.test.ts`, `writer/test_tides.py`. */
export function testPathProblem(path: string): string | null {
  return pathProblem(path, ['.test.ts', '.py']);
}

function pathProblem(path: string, endings: readonly string[]): string | null {
  const names = path.split('/');
  if (names.length > maxDepth) return `Use at most ${maxDepth - 1} folders.`;
  if (!endings.some((ending) => path.endsWith(ending)))
    return `The name must end in ${endings.join(' or ')}.`;
  for (const name of names) {
    const problem = nameProblem(name);
    if (problem !== null) return problem;
  }
  return endings.includes(names.at(-1) ?? '') ? 'Enter a name.' : null;
}

function nameProblem(name: string): string | null {
  if (name === '') return 'A name is empty.';
  if (name.length > maxNameLength + inputEnding.length)
    return `A name has more than ${maxNameLength} characters.`;
  if (name.startsWith('.')) return 'A name must not begin with a dot.';
  if (/[. ]$|^ /.test(name)) return 'A name must not begin with a space, or end in a space or dot.';
  if (unfit.test(name)) return 'A name has characters that some systems refuse in files.';
  if (devices.test(name)) return 'Windows reserves this name.';
  return null;
}

/** The path of an input with this folder (may be empty) and name, as typed. */
export function inputPathOf(folder: string, name: string): string {
  const inside = folder.trim().replace(/^\/+|\/+$/g, '');
  const file = `${name.trim()}${inputEnding}`;
  return inside === '' ? file : `${inside}/${file}`;
}

/** A name for an input from any text, such as the first words of a question. */
export function suggestInputName(text: string): string {
  const words = [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word).slice(0, 6);
  const name = [...words.join('-')].slice(0, 48).join('').replace(/-$/, '');
  return name === '' || devices.test(name) ? 'input' : name;
}
