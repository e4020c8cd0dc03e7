const plainAssert = 'virtual:plain-assert';

/** How packages name Node's module, in `require()` and `import`. */
const named = /\b(require\(\s*|from\s*)(['"])(?:node:)?assert\2/g;

/** The message of a failed check of a package that has none of its own. */
export const plainMessage = 'An internal check of a package failed.';

/**
 * Plugin that gives the `assert` of packages a fixed message. Without one, Node makes it of the source: it reads the file and
 * parses it anew for each token before the place. In a minified file, one line is the whole package: a failed check of undici
 * kept the main process busy for five minutes before it was thrown.
 * @returns {import('rolldown').Plugin}
 */
export function plainAssertions() {
  return {
    name: 'plain-assertions',
    // Not by resolving Node's own name: what a build calls external is never resolved.
    transform(code, id) {
      if (!id.includes('/node_modules/') || !code.includes('assert')) return null;
      const renamed = code.replaceAll(named, `$1$2${plainAssert}$2`);
      return renamed === code ? null : { code: renamed, map: null };
    },
    resolveId: {
      order: 'pre',
      handler: (id) => (id === plainAssert ? `\0${plainAssert}.cjs` : null),
    },
    load(id) {
      if (id !== `\0${plainAssert}.cjs`) return null;
      return `
const node = require('node:assert');
const ok = (value, message = ${JSON.stringify(plainMessage)}) => {
  if (!value) node.ok(value, message);
};
const strict = Object.assign((value, message) => ok(value, message), node.strict, { ok });
module.exports = Object.assign((value, message) => ok(value, message), node, { ok, strict });
`;
    },
  };
}
