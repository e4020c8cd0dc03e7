import type { ScrubRule } from './scrub-rule.ts';
import { scrubRules } from './scrub-rules.ts';

// - `rules`: Rules one of whose keywords is there.
// - `hasName`: A word of the names of secrets is there.
// - `hasScheme`: A scheme of `Authorization` is there.
interface Suspicions {
  readonly rules: ReadonlySet<ScrubRule>;
  readonly hasName: boolean;
  readonly hasScheme: boolean;
}

const nameWords =
  'key token secret pass pwd otp auth cookie cred sig hmac jwt bearer dsn conn sas phrase mnemonic code sessid hash ticket assertion'.split(
    ' ',
  );
const schemeWords = ['basic', 'bearer', 'token', 'api-key', 'apikey', 'digest', 'negotiate', 'key'];

interface Word {
  readonly text: string;
  readonly rules: readonly ScrubRule[];
  readonly isName: boolean;
  readonly isScheme: boolean;
}

// Words by their first three characters.
// oxlint-disable-next-line studio/no-module-state -- filled below, and then only read
const words = new Map<number, Word[]>();
for (const [text, rules] of wordRules()) {
  const code = codeAt(text, 0);
  const word = { text, rules, isName: nameWords.includes(text), isScheme: schemeWords.includes(text) };
  const others = words.get(code);
  if (others) others.push(word);
  else words.set(code, [word]);
}

function wordRules(): ReadonlyMap<string, ScrubRule[]> {
  const all = new Map<string, ScrubRule[]>([...nameWords, ...schemeWords].map((word) => [word, []]));
  for (const rule of scrubRules) {
    for (const keyword of rule.keywords) {
      if (keyword.length < 3) throw new Error(`The keyword ${keyword} of ${rule.id} is too short.`);
      const others = all.get(keyword);
      if (others) others.push(rule);
      else all.set(keyword, [rule]);
    }
  }
  return all;
}

// Which three characters begin a word: each takes six bits, and letters of both cases the same.
const isStart = new Uint8Array(2 ** 18);
for (const code of words.keys()) isStart[code] = 1;

function codeAt(text: string, index: number): number {
  return (
    (sixBits(text.charCodeAt(index)) << 12) |
    (sixBits(text.charCodeAt(index + 1)) << 6) |
    sixBits(text.charCodeAt(index + 2))
  );
}

// `A` and `a` are the same; so are some others, which a comparison tells apart.
function sixBits(unit: number): number {
  return (unit >= 64 ? unit & 31 : unit & 63) | (unit >= 64 && unit < 128 ? 0 : 32);
}

const none: ReadonlySet<ScrubRule> = new Set();

// Looks for all words at once, in one pass; `null` if there are none.
export function findSuspicions(text: string): Suspicions | null {
  let rules: Set<ScrubRule> | null = null;
  let hasName = false;
  let hasScheme = false;
  let first = sixBits(text.charCodeAt(0));
  let second = sixBits(text.charCodeAt(1));
  for (let index = 2; index < text.length; index += 1) {
    const third = sixBits(text.charCodeAt(index));
    const code = (first << 12) | (second << 6) | third;
    first = second;
    second = third;
    if (isStart[code] === 0) continue;
    for (const word of words.get(code) ?? []) {
      const start = index - 2;
      if (text.slice(start, start + word.text.length).toLowerCase() !== word.text) continue;
      hasName ||= word.isName;
      hasScheme ||= word.isScheme;
      for (const rule of word.rules) (rules ??= new Set()).add(rule);
    }
  }
  return rules === null && !hasName && !hasScheme ? null : { rules: rules ?? none, hasName, hasScheme };
}
