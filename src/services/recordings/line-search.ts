// UTF-16 units of an excerpt, and how many of them stand before the match.
const excerptLength = 160;
const excerptBefore = 40;

// How often JSON is a text within JSON, as arguments of tools are, and is still searched.
const maxNested = 3;

// Searches JSON for a text as a person reads it: whatever its case, composed or decomposed, and however its characters
// are escaped. Resolves a line to the text around the first match; `null` without one.
export function createLineSearch(text: string): (line: string) => string | null {
  const searchText = comparable(text);
  return (line) => {
    let form = line;
    for (let nested = 0; nested <= maxNested; nested += 1) {
      const index = comparable(form).indexOf(searchText);
      if (index >= 0) return excerptOf(form, index);
      const plain = withoutEscapes(form);
      if (plain === form) return null;
      form = plain;
    }
    return null;
  };
}

function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

const short: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gis, (_, code: string | undefined, one: string) =>
    code === undefined ? (short[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

// Without half a character at its ends.
function excerptOf(line: string, offset: number): string {
  const from = Math.max(0, offset - excerptBefore);
  return line
    .slice(from, from + excerptLength)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .replace(/[\uD800-\uDBFF]$/, '');
}
