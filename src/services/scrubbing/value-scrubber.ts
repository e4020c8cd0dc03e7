import { isNestedDeeperThan } from 'exact-json';
import { parseJson } from '../../shared/parse-json.ts';
import { mask, type Scrubber } from '../logging/scrubber.ts';
import { hiddenHost, hideHosts } from './hide-hosts.ts';
import { unescapeJsonString, findJsonLeaves, type JsonLeaf } from './json-leaves.ts';
import {
  maskAddressCredentials,
  maskAuthSchemes,
  maskCommandUsers,
  maskPrivateKeys,
  safelyDecoded,
} from './mask-credentials.ts';
import { maskPairs } from './mask-pairs.ts';
import { replaceSecretForms } from './scrub-rules.ts';
import { isNumericSecretName } from './sensitive-names.ts';
import { findSuspicions } from './suspicions.ts';

/**
 * - `likely`: What looks like a secret, by its name or its form.
 * - `kinds`: The likely ones: by the name of a member, or the ID of a rule.
 */
export interface ScrubReport {
  known: number;
  likely: number;
  hosts: number;
  readonly kinds: ReadonlyMap<string, number>;
}

interface ValueScrubberOptions {
  readonly scrubber: Pick<Scrubber, 'scrub'>;
  readonly likely: boolean;
  // Also the hosts of addresses, and these wherever they stand; `null`: no hosts.
  readonly hosts: readonly string[] | null;
}

/**
 * Removes secrets and hosts from values (redaction, called scrubbing here), for recordings, bug reports and logs. No
 * scrubber finds everything.
 */
export interface ValueScrubber {
  /** Returns JSON with the same structure: only strings and numbers that hold a secret change. */
  json(json: string): string;
  text(text: string): string;
  readonly report: ScrubReport;
}

const maxKinds = 50;
const otherKinds = '(others)';

// How often a value may be JSON in a string, or a text in the query of an address.
const maxNesting = 4;
// A longer value is no JSON in a string that a program would write.
const maxNestedLength = 8 * 2 ** 20;
const maxNestedDepth = 1000;

const parameter = /([?&;][\w.~%[\]-]{1,100}=)([^\s&#"'<>\\]+)/g;

/** Creates a scrubber that also redacts what looks like a secret. */
export function createValueScrubber({ scrubber, likely, hosts }: ValueScrubberOptions): ValueScrubber {
  const kinds = new Map<string, number>();
  const report = { known: 0, likely: 0, hosts: 0, kinds };

  const replace = (kind: string): string => {
    report.likely += 1;
    const listed = kinds.has(kind) || kinds.size < maxKinds ? kind.slice(0, 80) : otherKinds;
    kinds.set(listed, (kinds.get(listed) ?? 0) + 1);
    return mask;
  };
  const onHidden = (): void => {
    report.hosts += 1;
  };

  const scrubText = (original: string, nesting: number): string => {
    let text = scrubber.scrub(original);
    if (text !== original) report.known += Math.max(1, text.split(mask).length - original.split(mask).length);
    if (likely) {
      text = scrubQueries(text, nesting);
      text = maskPrivateKeys(text, replace);
      text = maskAddressCredentials(text, replace);
      const suspicions = findSuspicions(text);
      if (suspicions?.hasScheme === true) text = maskAuthSchemes(text, replace);
      if (text.includes('-u')) text = maskCommandUsers(text, replace);
      if (suspicions) text = replaceSecretForms(text, suspicions.rules, replace);
      if (suspicions?.hasName === true) text = maskPairs(text, replace);
    }
    return hosts === null ? text : hideHosts(text, hosts, onHidden);
  };

  // Parameters of addresses that are encoded are scrubbed as what they say.
  const scrubQueries = (text: string, nesting: number): string => {
    if (nesting >= maxNesting || !text.includes('%')) return text;
    return text.replaceAll(parameter, (whole, name: string, value: string) => {
      const plain = value.includes('%') ? safelyDecoded(value) : value;
      const clean = plain === value ? value : scrubText(plain, nesting + 1);
      return clean === plain ? whole : name + encodeExceptMasks(clean);
    });
  };

  const scrubString = (text: string, secretName: string | null, nesting: number): string => {
    if (likely && secretName !== null && text !== '' && text !== mask) return scrubNamed(text, secretName);
    if (nesting < maxNesting && isJsonBody(text)) return scrubJson(text, nesting + 1);
    return scrubText(text, nesting);
  };
  const scrubNamed = (text: string, secretName: string): string => {
    const scrubbed = scrubber.scrub(text);
    if (scrubbed !== mask) return replace(secretName);
    report.known += 1;
    return mask;
  };

  const scrubLeaf = (
    json: string,
    { start, end, kind, member, secretName }: JsonLeaf,
    nesting: number,
  ): string => {
    const inner = json.slice(start, end);
    if (kind === 'number') {
      const isSecret =
        likely && secretName !== null && /^\d{4,}$/.test(inner) && isNumericSecretName(secretName);
      if (isSecret) return JSON.stringify(replace(secretName));
      const clean = scrubber.scrub(inner);
      if (clean === inner) return inner;
      report.known += 1;
      return JSON.stringify(clean);
    }
    const text = unescapeJsonString(inner);
    // In JSON, the known forms of a secret are those of its escaped text, too.
    const clean = kind === 'name' ? scrubText(text, maxNesting) : scrubString(text, secretName, nesting);
    const scrubbed =
      member !== null && hosts !== null && kind === 'string' ? hideHostMember(clean, member) : clean;
    return scrubbed === text ? inner : JSON.stringify(scrubbed).slice(1, -1);
  };
  const hideHostMember = (text: string, member: string): string => {
    if (
      !/^(?:host|hostname|host_name|server_name|x-forwarded-host)$/i.test(member) ||
      !/^[\w.-]+(?::\d+)?$/.test(text)
    )
      return text;
    onHidden();
    return hiddenHost;
  };

  const scrubJson = (json: string, nesting: number): string => {
    let result = '';
    let copied = 0;
    for (const leaf of findJsonLeaves(json)) {
      const before = json.slice(leaf.start, leaf.end);
      const after = scrubLeaf(json, leaf, nesting);
      if (after === before) continue;
      result += json.slice(copied, leaf.start) + after;
      copied = leaf.end;
    }
    return result + json.slice(copied);
  };

  // Most records of a stream have nothing to look at, and are not taken apart.
  const mayHoldSecrets = (json: string): boolean =>
    hosts !== null ||
    // Letters that are escaped without need may be those of any secret.
    json.includes('\\u00') ||
    (likely && (/[@%]|-u/.test(json) || json.includes('PRIVATE KEY') || findSuspicions(json) !== null)) ||
    scrubber.scrub(json) !== json;

  return {
    json: (json) => (mayHoldSecrets(json) ? scrubJson(json, 0) : json),
    text: (text) => (isJsonBody(text) ? scrubJson(text, 1) : scrubText(text, 0)),
    report,
  };
}

/** The kinds of a report as a list, the most frequent first. */
export function kindCounts(
  kinds: ReadonlyMap<string, number>,
): { readonly kind: string; readonly count: number }[] {
  return [...kinds].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => b.count - a.count);
}

// For an address, with what was put in still legible.
function encodeExceptMasks(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(encodeURIComponent(mask), mask)
    .replaceAll(encodeURIComponent(hiddenHost), hiddenHost);
}

// Whether a text is an object or a list in JSON, as the bodies of requests are.
function isJsonBody(text: string): boolean {
  if (text.length < 2 || text.length > maxNestedLength || !/^\s*[{[]/.test(text) || !/[}\]]\s*$/.test(text))
    return false;
  if (isNestedDeeperThan(text, maxNestedDepth)) return false;
  return parseJson(text) !== undefined;
}
