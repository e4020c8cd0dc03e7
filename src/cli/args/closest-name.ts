export function closestName(name: string, candidates: readonly string[]): string | null {
  const spelling = normalizeName(name);
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(spelling, normalizeName(candidate)) }))
    .filter(({ distance }) => distance <= Math.max(2, Math.floor(spelling.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate ?? null;
}

// Case, dashes and underscores are what is mixed up most often: `asNode`, `as_node`, `--as-node`.
const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]/g, '');

// A name with something missing or added at its end (`thread_id`, `thread`) is closer than its length says.
function distanceOf(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  if (shorter >= 3 && (one.startsWith(other) || other.startsWith(one))) {
    return Math.min(2, Math.abs(one.length - other.length));
  }
  return editDistance(one, other);
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
