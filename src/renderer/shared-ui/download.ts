// Device names reserved by Windows, with or without an extension.
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

// Characters that some file systems refuse, that are invisible, or that change the text direction.
const unfit = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

// More combining marks on one letter than any language uses.
const piledMarks = /(?<=\p{M}{4})\p{M}+/gu;

const maxLength = 80;

/**
 * A file name from text that may come from a server: one path segment, without characters that file
 * systems refuse or that disguise the name, not a device name, and not hidden.
 */
export function toFileName(parts: readonly string[], ending: string): string {
  const stem = parts
    .map((part) => part.replace(unfit, '-').replace(piledMarks, '').replace(/\s+/g, ' '))
    .join('-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-. ]+/, '');
  const short = [...stem]
    .slice(0, maxLength)
    .join('')
    .replace(/[-. ]+$/, '');
  const fit = short === '' || devices.test(short.split('.', 1)[0] ?? '') ? `studio-${short}` : short;
  return `${fit.replace(/-$/, '')}.${ending}`;
}

// Time for the browser to start reading the file, in milliseconds.
const readWithinMs = 60_000;

/**
 * Offers a file as a download. Use `toFileName` for the name. Whether it is saved is not known here: the browser or the
 * desktop's dialog may ask where, and be cancelled.
 */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), readWithinMs);
}

/** What can be said of a file that was just offered, as a sentence. */
export function downloadStarted(name: string): string {
  return `Download of ${name} started.`;
}
