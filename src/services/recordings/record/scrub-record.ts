import { numberEnd, skipSpace, stringEnd } from '../../../exact-json/scan/scanner.ts';
import { mask, type Scrubber } from '../../logging/scrubber.ts';

/** Replaces a host name. */
export const hiddenHost = '[host]';

/** What was replaced in a recording. */
export interface ScrubReport {
  known: number;
  likely: number;
  hosts: number;
  /** Names of members whose values were taken for secrets. */
  readonly names: Map<string, number>;
}

/** Names listed in a report. */
const mostNames = 50;

export interface ScrubOptions {
  readonly scrubber: Pick<Scrubber, 'scrub'>;
  /** Also what looks like a secret: by the name of its member, or by its form. */
  readonly likely: boolean;
  /** Also the hosts of addresses. */
  readonly hosts: boolean;
}

/** Removes secrets from the records of a recording. */
export interface RecordScrubber {
  /** Returns JSON with the same structure; only strings and numbers that hold a secret change. */
  scrub(json: string): string;
  readonly report: ScrubReport;
}

/** Ends of names that hold secrets. Numbers are no secrets: `total_tokens` is a count. */
const secretName =
  /(?:^|[-_. ])(?:api[-_]?keys?|(?:access|auth|refresh|id|bearer|session|security)[-_]?token|token|secret(?:[-_]?key)?|password|passwd|passphrase|authorization|(?:set-)?cookie|private[-_]?key|credentials?|signature)$/i;
const maybeNamed = /key|token|secret|passw|passphrase|authorization|cookie|credential|signature/i;

/** Forms of keys that well-known services issue, JSON web tokens, and private keys. */
const secretForm =
  /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}|\blsv2_[a-z]{2}_[A-Za-z0-9_]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bA(?:KIA|SIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}|\bBearer [\w.~+/-]{12,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----/g;
const maybeFormed =
  /(?:sk|pk|rk)[-_]|lsv2_|gh[pousr]_|github_pat_|xox|AKIA|ASIA|AIza|eyJ|Bearer |PRIVATE KEY/;

/** A member of JSON that is inside a string, as in the bodies of requests: its value may have quotes of its own. */
const memberInText = /(\\"([^"\\]{1,80})\\"\s*:\s*\\")((?:[^"\\]|\\\\(?:\\.|[^"\\]))*)\\"/g;

const address = /\b((?:https?|wss?):(?:\\?\/){2}(?:[^\s"'<>\\/?#@]*@)?)([^\s"'<>\\/?#:]+)/g;
const maybeAddress = /(?:https?|wss?):/;

export function createRecordScrubber({ scrubber, likely, hosts }: ScrubOptions): RecordScrubber {
  const report: ScrubReport = { known: 0, likely: 0, hosts: 0, names: new Map() };

  const found = (name: string): string => {
    report.likely += 1;
    if (report.names.has(name) || report.names.size < mostNames)
      report.names.set(name, (report.names.get(name) ?? 0) + 1);
    return mask;
  };
  /** `inner`: a string's text between its quotes. */
  const scrubString = (inner: string, name: string | null): string => {
    let text = scrubber.scrub(inner);
    if (text !== inner) report.known += 1;
    if (likely && name !== null && text !== '' && text !== mask && isSecretName(name)) return found(name);
    if (likely && text.includes('\\"') && maybeNamed.test(text)) {
      text = text.replaceAll(memberInText, (member, before: string, inText: string, value: string) =>
        value !== '' && value !== mask && isSecretName(inText) ? `${before}${found(inText)}\\"` : member,
      );
    }
    if (likely && maybeFormed.test(text)) text = text.replaceAll(secretForm, () => found('(by its form)'));
    if (hosts && maybeAddress.test(text)) {
      text = text.replaceAll(address, (_, before: string) => {
        report.hosts += 1;
        return `${before}${hiddenHost}`;
      });
    }
    return text;
  };
  const mayChange = (json: string): boolean =>
    (likely && (maybeNamed.test(json) || maybeFormed.test(json))) ||
    (hosts && maybeAddress.test(json)) ||
    scrubber.scrub(json) !== json;

  return { scrub: (json) => (mayChange(json) ? scrubTokens(json, scrubString) : json), report };
}

function isSecretName(name: string): boolean {
  return secretName.test(name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2'));
}

/** Passes each string and number to `scrubString`, with the name of its member; all else stays as it is. */
function scrubTokens(json: string, scrubString: (inner: string, name: string | null) => string): string {
  let result = '';
  let copied = 0;
  let name: string | null = null;
  const replace = (from: number, to: number, by: string): void => {
    result += json.slice(copied, from) + by;
    copied = to;
  };
  for (let at = 0; at < json.length;) {
    const unit = json.charCodeAt(at);
    if (unit === 34) {
      const end = stringEnd(json, at);
      const inner = json.slice(at + 1, end - 1);
      const next = skipSpace(json, end);
      const isName = json.charAt(next) === ':';
      const scrubbed = scrubString(inner, isName ? null : name);
      if (scrubbed !== inner) replace(at + 1, end - 1, scrubbed);
      name = isName ? inner : null;
      at = isName ? next + 1 : end;
    } else if (unit === 45 || (unit >= 48 && unit <= 57)) {
      const end = Math.max(at + 1, numberEnd(json, at));
      const number = json.slice(at, end);
      const scrubbed = scrubString(number, null);
      if (scrubbed !== number) replace(at, end, JSON.stringify(mask));
      name = null;
      at = end;
    } else {
      // `{` begins members with names of their own.
      if (unit === 123) name = null;
      at += 1;
    }
  }
  return result + json.slice(copied);
}
