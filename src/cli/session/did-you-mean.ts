import { closestName } from '../args/closest-name.ts';

const maxListed = 20;
const maxNameLength = 100;

/** What could have been meant by a name, and what there is: `Did you mean "plan"? There are plan, review.` */
export function didYouMean(name: string, candidates: readonly string[], before = 'There are'): string {
  const names = [...new Set(candidates)].map((candidate) => candidate.slice(0, maxNameLength));
  if (names.length === 0) return `${before} none.`;
  const closest = closestName(name.slice(0, maxNameLength), names);
  const listed = names.slice(0, maxListed).join(', ');
  const list = `${before} ${listed}${names.length > maxListed ? ', …' : '.'}`;
  return closest === null ? list : `Did you mean "${closest}"? ${list}`;
}
