/** A path with its ids cut to their first characters, so that the end, which says what was asked, stays in sight. */
export function shortPath(path: string): string {
  return path.replaceAll(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '$1…');
}
