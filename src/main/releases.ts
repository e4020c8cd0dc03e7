// Where the releases of the studio are. Both addresses follow from the repository; nothing of an answer leads anywhere.
export interface Releases {
  readonly latest: string;
  readonly page: string;
}

// The releases of a repository, as `package.json` names it: a text, or an object with a `url`. `null` when it names
// none, or one whose host is not known to list releases.
export function releasesOf(repository: unknown): Releases | null {
  const named =
    typeof repository === 'object' && repository !== null ? Reflect.get(repository, 'url') : repository;
  if (typeof named !== 'string') return null;
  const match = /^(?:github:|(?:git\+)?https:\/\/github\.com\/)([\w-]+)\/([\w.-]+?)(?:\.git)?$/.exec(named);
  if (!match) return null;
  const [, owner = '', name = ''] = match;
  return {
    latest: `https://api.github.com/repos/${owner}/${name}/releases/latest`,
    page: `https://github.com/${owner}/${name}/releases`,
  };
}

// The version in what the address of the newest release answered. `null` for anything else.
export function versionInAnswer(text: string): string | null {
  try {
    const answer: unknown = JSON.parse(text);
    const tag: unknown =
      typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'tag_name') : null;
    return typeof tag === 'string' && parseVersion(tag) ? tag.replace(/^v/, '') : null;
  } catch {
    return null;
  }
}

// Whether the first version comes after the second, by semantic versioning. Both must be versions.
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  if (!a || !b) return false;
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  // Of two previews of one version, the order of their names is good enough.
  if (a.preview === '' || b.preview === '') return a.preview === '' && b.preview !== '';
  return a.preview > b.preview;
}

// `v1.2.3-beta.1`. Numbers of at most nine digits, which a double holds.
function parseVersion(
  text: string,
): { readonly numbers: readonly number[]; readonly preview: string } | null {
  const match = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]{1,64}))?(?:\+[\w.-]{1,64})?$/.exec(text);
  return match ? { numbers: match.slice(1, 4).map(Number), preview: match[4] ?? '' } : null;
}
