import type { SecurityAdvisory } from '../../../shared/model/server-facts.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

type Version = readonly [major: number, minor: number, patch: number];

interface KnownAdvisory extends SecurityAdvisory {
  // Ranges of affected versions: from the first one, up to but without the second.
  readonly affected: readonly (readonly [from: Version, before: Version])[];
}

// Public advisories of LangChain's server in Python (`langgraph-api`). What an advisory does not date is left out.
const knownAdvisories: readonly KnownAdvisory[] = [
  {
    id: 'GHSA-747p-c922-m55f',
    text:
      'With PostgreSQL and custom auth, a signed-in user who knows the ID of somebody else’s thread ' +
      'can start runs on it, and read and change its state.',
    fixedIn: ['0.11.3', '0.12.5', '0.13.0'],
    affected: [
      [
        [0, 0, 0],
        [0, 11, 3],
      ],
      [
        [0, 12, 0],
        [0, 12, 5],
      ],
    ],
  },
  {
    id: 'GHSA-4hm6-w6qq-w73v',
    text:
      'With custom auth in JavaScript or TypeScript that rewrites the namespace of the store, ' +
      'a signed-in user can read, change and delete what others have stored.',
    fixedIn: ['0.15.0'],
    affected: [
      [
        [0, 1, 2],
        [0, 15, 0],
      ],
    ],
  },
];

/**
 * Advisories of the version that a server says it has. `info`: its `/info`. Empty for servers of others, which
 * number their versions themselves: only LangChain's has the flag `langsmith` and says the version of langgraph.
 */
export function securityAdvisoriesOf(info: unknown): SecurityAdvisory[] {
  const { version: versionText, langgraph_py_version: langgraph, flags } = recordOrEmpty(info);
  const version = typeof versionText === 'string' ? parseVersion(versionText) : null;
  if (version === null || typeof langgraph !== 'string' || !('langsmith' in recordOrEmpty(flags))) return [];
  return knownAdvisories
    .filter(({ affected }) =>
      affected.some(([from, before]) => compare(version, from) >= 0 && compare(version, before) < 0),
    )
    .map(({ id, text, fixedIn }) => ({ id, text, fixedIn: [...fixedIn] }));
}

// A version before a release counts as that release: an advisory names none.
function parseVersion(text: string): Version | null {
  const parts = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(text);
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : null;
}

function compare(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
