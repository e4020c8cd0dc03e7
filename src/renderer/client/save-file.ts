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
