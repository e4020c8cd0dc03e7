/** How many records of a recording are listed, and what is not: `12 in the recording`. */
export function recordedCountText(
  listed: number,
  { total, unreadable }: { readonly total: number; readonly unreadable: number },
): string {
  const beyond = total - listed - unreadable;
  return [
    `${total.toLocaleString('en')} in the recording`,
    beyond > 0 ? `the newest ${listed.toLocaleString('en')} shown` : '',
    unreadable > 0 ? `${unreadable.toLocaleString('en')} could not be read` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
