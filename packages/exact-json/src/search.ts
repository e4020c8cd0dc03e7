import { validStringEnd } from './scanner.ts';
import { readColumn, isMember, valueAtOffset, type StructuralIndex } from './structural-index.ts';

/**
 * Values whose key or own text (strings, numbers, literals) contains the query, in order, ignoring case.
 * Searches the text for every spelling of the query in JSON, so that nothing is decoded.
 */
export function searchJson(text: string, structuralIndex: StructuralIndex, query: string): Int32Array {
  if (query === '') return new Int32Array(0);
  const expression = expressionFor(query);
  const matches: number[] = [];
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    const location = locationOf(text, structuralIndex, match.index, expression.lastIndex);
    if (location === null) {
      expression.lastIndex = match.index + 1;
      continue;
    }
    if (matches.at(-1) !== location.value) matches.push(location.value);
    // One match per token is enough.
    expression.lastIndex = Math.max(location.end, match.index + 1);
  }
  return Int32Array.from(matches);
}

// Every character of the query as it may be written in JSON. Plain alternatives only, so it can't backtrack
// without bounds.
function expressionFor(query: string): RegExp {
  const source = Array.from(query, (character) => {
    const spellings = new Set([character, character.toLowerCase(), character.toUpperCase()]);
    const forms = new Set<string>();
    for (const spelling of spellings) {
      const short = JSON.stringify(spelling).slice(1, -1);
      forms.add(short);
      if (spelling === '/') forms.add('\\/');
      forms.add(longForm(spelling));
    }
    return `(?:${[...forms].map(escapeLiteral).join('|')})`;
  });
  return new RegExp(source.join(''), 'gi');
}

function longForm(character: string): string {
  let form = '';
  for (let index = 0; index < character.length; index += 1) {
    form += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return form;
}

function escapeLiteral(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

// The value whose key or token contains a whole match, and the end of that token.
function locationOf(
  text: string,
  structuralIndex: StructuralIndex,
  start: number,
  end: number,
): { readonly value: number; readonly end: number } | null {
  const index = valueAtOffset(structuralIndex, start);
  const kind = readColumn(structuralIndex.kinds, index);
  const tokenEnd = readColumn(structuralIndex.ends, index);
  // 0 and 1 are containers, with keys and punctuation between their values.
  if (kind > 1 && start >= readColumn(structuralIndex.starts, index) && end <= tokenEnd) {
    const quoted = kind === 2;
    if (quoted && (end === tokenEnd || start === readColumn(structuralIndex.starts, index))) return null;
    if (quoted && isInsideEscape(text, start)) return null;
    return { value: index, end: tokenEnd };
  }
  // Not in the value that begins last before the match: in the key of the next one, or nowhere.
  const next = index + 1;
  if (next >= structuralIndex.count || !isMember(structuralIndex, next)) return null;
  const keyStart = readColumn(structuralIndex.labels, next);
  if (start <= keyStart) return null;
  const keyEnd = validStringEnd(text, keyStart);
  if (end >= keyEnd || isInsideEscape(text, start)) return null;
  return { value: next, end: keyEnd };
}

// Whether an offset is after the backslash of an escape that started before it.
function isInsideEscape(text: string, index: number): boolean {
  for (let distance = 1; distance <= 5; distance += 1) {
    if (text.charCodeAt(index - distance) !== 0x5c) continue;
    let run = 1;
    while (text.charCodeAt(index - distance - run) === 0x5c) run += 1;
    if (run % 2 === 0) return false;
    return distance === 1 || text.charAt(index - distance + 1) === 'u';
  }
  return false;
}
