/** `writer/tides.json`, or with a number if there is one. */
export function freePath(graph: string | null, name: string, taken: ReadonlySet<string>): string {
  const folder = graph === null || /[<>:"/\\|?*]|^\./.test(graph) ? '' : `${graph}/`;
  for (let number = 1; ; number += 1) {
    const path = `${folder}${name}${number === 1 ? '' : ` ${number}`}.json`;
    if (!taken.has(path)) return path;
  }
}
