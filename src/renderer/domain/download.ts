/** Names that Windows keeps for devices, with or without an ending. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Characters that some file system refuses, that hide, or that turn the direction of the text around them. */
const unfit = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Marks on one letter beyond what languages use. */
const piledMarks = /(?<=\p{M}{4})\p{M}+/gu;

const longest = 80;

/**
 * A file's name made of words that may come from a server (row U-8): one path segment, without characters that a file
 * system refuses or that hide what the name is, not a device's name, and not hidden.
 */
export function toFileName(parts: readonly string[], ending: string): string {
  const stem = parts
    .map((part) => part.replace(unfit, '-').replace(piledMarks, '').replace(/\s+/g, ' '))
    .join('-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-. ]+/, '');
  const short = [...stem]
    .slice(0, longest)
    .join('')
    .replace(/[-. ]+$/, '');
  const fit = short === '' || devices.test(short.split('.', 1)[0] ?? '') ? `studio-${short}` : short;
  return `${fit.replace(/-$/, '')}.${ending}`;
}

/** How long the browser may take to begin reading what it saves. */
const readWithinMs = 60_000;

/** Saves something as a file where the person keeps downloads. The name must be fit for a file: see `toFileName`. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), readWithinMs);
}
