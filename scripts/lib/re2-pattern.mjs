/**
 * Translates a pattern of RE2 for JavaScript without flags: parts that ignore the case get both cases of each letter.
 * Knows what gitleaks' rules use.
 * @param {string} pattern
 */
export function toJavaScript(pattern) {
  /** Whether the case is ignored, in each open group. */
  const groups = [false];
  let result = '';
  for (let index = 0; index < pattern.length;) {
    const rest = pattern.slice(index);
    const ignoresCase = groups.at(-1) ?? false;
    const flags = /^\(\?(-?)([is])(:?)/.exec(rest);
    const name = /^\(\?P<\w+>/.exec(rest);
    if (rest.startsWith('(?s:.)')) {
      result += String.raw`[\s\S]`;
      index += 6;
    } else if (flags) {
      const [whole, minus, , colon] = flags;
      if (colon === '') {
        groups[groups.length - 1] = minus === '';
        index += whole.length + 1;
      } else {
        groups.push(minus === '');
        result += '(?:';
        index += whole.length;
      }
    } else if (name) {
      groups.push(ignoresCase);
      result += '(?:';
      index += name[0].length;
    } else if (rest.startsWith('(?:')) {
      groups.push(ignoresCase);
      result += '(?:';
      index += 3;
    } else if (rest.startsWith('(?!')) {
      groups.push(ignoresCase);
      result += '(?!';
      index += 3;
    } else if (rest[0] === '(') {
      groups.push(ignoresCase);
      result += '(';
      index += 1;
    } else if (rest[0] === ')') {
      groups.pop();
      result += ')';
      index += 1;
    } else if (rest.startsWith(String.raw`\z`)) {
      result += '$';
      index += 2;
    } else if (rest[0] === '\\') {
      const escape = /^\\x[\da-f]{2}/i.exec(rest)?.[0] ?? rest.slice(0, 2);
      result += escape;
      index += escape.length;
    } else if (rest[0] === '[') {
      const end = classEnd(rest);
      result += toClass(rest.slice(0, end), ignoresCase);
      index += end;
    } else {
      result += ignoresCase && /[a-z]/i.test(rest[0] ?? '') ? bothCases(rest[0] ?? '') : rest[0];
      index += 1;
    }
  }
  RegExp(result);
  return result;
}

/** @param {string} letter */
function bothCases(letter) {
  return `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
}

/** @param {string} text */
function classEnd(text) {
  for (let index = 1; index < text.length; index += 1) {
    if (text.startsWith('[:', index)) index = text.indexOf(':]', index) + 1;
    else if (text[index] === '\\') index += 1;
    else if (text[index] === ']') return index + 1;
  }
  throw new Error(`The class never ends: ${text}`);
}

/**
 * @param {string} text
 * @param {boolean} ignoresCase
 */
function toClass(text, ignoresCase) {
  const plain = text.replaceAll('[:alnum:]', 'a-zA-Z0-9');
  if (!ignoresCase) return plain;
  const inner = plain.slice(1, -1).replaceAll(/\\x[\da-f]{2}|\\.|[a-z]-[a-z]|[a-z]/gi, (part) => {
    if (part.startsWith('\\')) return part;
    return part.toLowerCase() + part.toUpperCase();
  });
  return `[${inner}]`;
}
