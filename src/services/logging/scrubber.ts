/**
 * Removes known secrets from texts by value, in all encodings: plain, URL-encoded, base64 at any
 * alignment, or escaped in JSON. What only looks like one is found by `scrubbing/value-scrubber.ts`. Field names are not enough: secrets turn up in error texts, addresses and
 * bodies.
 */
export interface Scrubber {
  /** Registers a secret. Fewer than four characters would match everything and are ignored. */
  add(secret: string): void;
  /**
   * Registers the newest secret of an owner that gets others again and again, such as the access token of a server. Only
   * the last few of an owner are kept.
   */
  renew(owner: string, secret: string): void;
  scrub(text: string): string;
  /** Scrubs the start of a text, dropping a secret cut off at its end. */
  scrubHead(text: string, length: number): string;
}

export const mask = '[secret]';

const minLength = 4;

// Values of an owner that are still masked: answers to requests with an earlier one may come late, and logs have it.
const keptPerOwner = 6;

/** Creates a scrubber (redaction of known secrets), which knows no secret yet. */
export function createScrubber(): Scrubber {
  const permanent = new Set<string>();
  const secretsByOwner = new Map<string, readonly string[]>();
  const formsBySecret = new Map<string, ReadonlySet<string>>();
  let search: Search | null = null;

  // Made when it is needed, so that several secrets cost one.
  const current = (): Search => (search ??= createSearch([...formsBySecret.values()]));
  const learn = (secret: string): void => {
    if (secret.length < minLength || formsBySecret.has(secret)) return;
    formsBySecret.set(secret, formsOf(secret));
    search = null;
  };
  const forget = (secret: string): void => {
    if (
      permanent.has(secret) ||
      [...secretsByOwner.values()].some((ownerSecrets) => ownerSecrets.includes(secret))
    )
      return;
    if (formsBySecret.delete(secret)) search = null;
  };

  return {
    add(secret) {
      permanent.add(secret);
      learn(secret);
    },
    renew(owner, secret) {
      const before = secretsByOwner.get(owner) ?? [];
      const all = [secret, ...before.filter((other) => other !== secret)];
      secretsByOwner.set(owner, all.slice(0, keptPerOwner));
      learn(secret);
      for (const dropped of all.slice(keptPerOwner)) forget(dropped);
    },
    scrub: (text) => current().scrub(text),
    scrubHead(text, length) {
      const { scrub, maxLength } = current();
      if (text.length <= length) return scrub(text);
      const head = scrub(text.slice(0, length + maxLength));
      return head.slice(0, Math.max(0, Math.min(length, head.length - maxLength)));
    },
  };
}

interface Search {
  readonly maxLength: number;
  readonly scrub: (text: string) => string;
}

// Looks at each place of a text once, however many secrets there are: only what has the prefix of one is compared.
function createSearch(forms: readonly ReadonlySet<string>[]): Search {
  // Longest first: a short form inside a long one must not leave the rest of it.
  const sorted = [...new Set(forms.flatMap((ofOne) => [...ofOne]))].toSorted((a, b) => b.length - a.length);
  const formsByPrefix = new Map<number, string[]>();
  const isPrefix = new Uint8Array(prefixCount);
  for (const form of sorted) {
    const prefix = prefixHash(form, 0);
    isPrefix[prefix] = 1;
    formsByPrefix.set(prefix, [...(formsByPrefix.get(prefix) ?? []), form]);
  }
  return {
    maxLength: sorted[0]?.length ?? 0,
    // A single pass, so that no mask is taken for a secret.
    scrub(text) {
      if (sorted.length === 0) return text;
      let clean = '';
      let copied = 0;
      for (let index = 0; index + minLength <= text.length; index += 1) {
        const prefix = prefixHash(text, index);
        if (isPrefix[prefix] === 0) continue;
        const match = formsByPrefix.get(prefix)?.find((form) => text.startsWith(form, index));
        if (match === undefined) continue;
        clean += text.slice(copied, index) + mask;
        copied = index + match.length;
        index = copied - 1;
      }
      return copied === 0 ? text : clean + text.slice(copied);
    },
  };
}

const prefixCount = 2 ** 16;

// Of the first four units, which each form has.
function prefixHash(text: string, index: number): number {
  const units =
    text.charCodeAt(index) +
    text.charCodeAt(index + 1) * 31 +
    text.charCodeAt(index + 2) * 1009 +
    text.charCodeAt(index + 3) * 32_749;
  return units & (prefixCount - 1);
}

function formsOf(secret: string): Set<string> {
  const forms = new Set<string>([secret]);
  const percent = encodeURIComponent(Buffer.from(secret, 'utf8').toString('utf8'));
  forms.add(percent);
  forms.add(percent.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()));
  forms.add(new URLSearchParams([['', secret]]).toString().slice(1));
  const json = JSON.stringify(secret).slice(1, -1);
  forms.add(json);
  forms.add(json.replaceAll('/', '\\/'));
  // Python's servers escape everything beyond ASCII.
  forms.add(json.replaceAll(/[^\u0020-\u007e]/g, (unit) => escapeUnit(unit)));
  forms.add(JSON.stringify(json).slice(1, -1));
  for (const form of base64Forms(secret)) forms.add(form);
  return new Set([...forms].filter((form) => form.length >= minLength));
}

/** The source of an expression that matches this text and nothing else. */
export function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// The part of base64 that depends on the secret alone, for each of the three alignments.
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].flatMap((offset) => {
    const before = Buffer.alloc(offset);
    const whole = Buffer.concat([before, bytes]).toString('base64').replaceAll('=', '');
    // Characters that share bits with a neighbour vary, so they are left out.
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const form = whole.slice(start, end);
    // Four base64 characters hold three bytes: too few to be sure.
    if (form.length < 8) return [];
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
