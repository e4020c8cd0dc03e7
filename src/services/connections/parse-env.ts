export interface EnvEntry {
  readonly name: string;
  readonly value: string;
}

const maxLines = 5000;

/**
 * Reads the text of a `.env` file: `NAME=value`, also with `export`, quotes and comments. A name that comes
 * again replaces the first. Lines in other forms, also of values over several lines, are skipped.
 */
export function parseEnv(text: string): readonly EnvEntry[] {
  const entries = new Map<string, string>();
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, maxLines)) {
    const [, name, rest = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? [];
    if (name !== undefined) entries.set(name, valueOf(rest.trim()));
  }
  return [...entries].map(([name, value]) => ({ name, value }));
}

// Without quotes; an unquoted value ends at a comment.
function valueOf(text: string): string {
  const quoted = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(text)?.[2];
  return quoted ?? text.replace(/(^|\s)#.*$/, '').trim();
}
