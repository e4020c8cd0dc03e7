const plainAssert = '\0plain-assert.cjs';

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
    resolveId: {
      order: 'pre',
      handler(id, importer) {
        const isAssert = id === 'node:assert' || id === 'assert';
        return isAssert && importer?.includes('/node_modules/') ? plainAssert : null;
      },
    },
    load(id) {
      if (id !== plainAssert) return null;
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
