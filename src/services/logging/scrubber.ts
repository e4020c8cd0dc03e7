/**
 * Removes known secrets from texts by value, in all encodings: plain, URL-encoded, base64 at any
 * alignment, or escaped in JSON. What only looks like one is found by `scrubbing/value-scrubber.ts`. Field names are not enough: secrets turn up in error texts, addresses and
 * bodies.
 */
export interface Scrubber {
  /** Registers a secret. Fewer than four characters would match everything and are ignored. */
  add(secret: string): void;
  scrub(text: string): string;
  /** Scrubs the start of a text, dropping a secret cut off at its end. */
  scrubHead(text: string, length: number): string;
}

export const mask = '[secret]';

const minLength = 4;

export function createScrubber(): Scrubber {
  const secrets = new Set<string>();
  let needles: RegExp | null = null;
  let maxLength = 0;

  // A single pass, so that no mask is taken for a secret.
  const scrub = (text: string): string => (needles === null ? text : text.replaceAll(needles, mask));

  return {
    add(secret) {
      if (secret.length < minLength || secrets.has(secret)) return;
      secrets.add(secret);
      const all = new Set([...secrets].flatMap((value) => [...formsOf(value)]));
      // Longest first: a short form inside a long one must not leave the rest of it.
      const sorted = [...all].toSorted((a, b) => b.length - a.length);
      needles = new RegExp(sorted.map(literally).join('|'), 'g');
      maxLength = sorted[0]?.length ?? 0;
    },
    scrub,
    scrubHead(text, length) {
      if (text.length <= length) return scrub(text);
      const head = scrub(text.slice(0, length + maxLength));
      return head.slice(0, Math.max(0, Math.min(length, head.length - maxLength)));
    },
  };
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
