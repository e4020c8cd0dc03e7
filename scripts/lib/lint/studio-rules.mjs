// Rules of this repository that oxlint does not have, for `jsPlugins` of .oxlintrc.json.

/** @typedef {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]} Rule */
/** @typedef {ReturnType<NonNullable<Rule['create']>>} Visitor */
/** @typedef {Parameters<NonNullable<Visitor['CallExpression']>>[0]} CallExpression */
/** @typedef {Parameters<NonNullable<Visitor['NewExpression']>>[0]} NewExpression */
/** @typedef {CallExpression['callee']} Expression */

/** @param {Expression} node The last name of `a.b.c`. */
function lastName(node) {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '';
}

/**
 * A call takes about 120,000 arguments, and more throw a RangeError. Servers decide how long their lists are, so a list is
 * spread into arguments only where its length is bounded: there, `oxlint-disable-next-line` says by what.
 * @type {Rule}
 */
const noSpreadArguments = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { allow: { type: 'array', items: { type: 'string' } } } }],
    messages: {
      spread:
        'More than about 120,000 arguments throw a RangeError: use a loop, or say what bounds the list.',
    },
  },
  create(context) {
    const [options] = /** @type {readonly { readonly allow?: readonly string[] }[]} */ (context.options);
    /** @param {CallExpression | NewExpression} call */
    const check = (call) => {
      const spread = call.arguments.find(({ type }) => type === 'SpreadElement');
      if (spread !== undefined && options?.allow?.includes(lastName(call.callee)) !== true) {
        context.report({ node: spread, messageId: 'spread' });
      }
    };
    return { CallExpression: check, NewExpression: check };
  },
};

/**
 * Whether it is, or calls, something with a member `concurrent`, such as `it.concurrent.each([1])`.
 * @param {Expression} node
 * @returns {boolean}
 */
function isConcurrent(node) {
  if (node.type === 'CallExpression') return isConcurrent(node.callee);
  if (node.type === 'TaggedTemplateExpression') return isConcurrent(node.tag);
  return node.type === 'MemberExpression' && (lastName(node) === 'concurrent' || isConcurrent(node.object));
}

/**
 * Vitest forgets the current test when another one of the file ends, and then refuses the global `expect.poll`: a failure
 * that comes and goes. A concurrent test uses the `expect` of its context.
 * @type {Rule}
 */
const ownExpectInConcurrentTests = {
  meta: {
    type: 'problem',
    messages: { global: 'In a concurrent test, use the expect of its context: ({ expect }) => ...' },
  },
  create(context) {
    let depth = 0;
    return {
      CallExpression(call) {
        if (isConcurrent(call)) depth += 1;
      },
      'CallExpression:exit'(call) {
        if (isConcurrent(call)) depth -= 1;
      },
      MemberExpression(member) {
        if (depth === 0 || member.object.type !== 'Identifier' || member.object.name !== 'expect') return;
        if (!/^(poll|soft)$/.test(lastName(member))) return;
        let scope = /** @type {ReturnType<typeof context.sourceCode.getScope> | null} */ (
          context.sourceCode.getScope(member)
        );
        while (scope !== null && scope.type !== 'module') {
          if (scope.set.has('expect')) return;
          scope = scope.upper;
        }
        context.report({ node: member, messageId: 'global' });
      },
    };
  },
};

const certificateOverrides = new Set([
  'certificate-error',
  'ignore-certificate-errors',
  'setCertificateVerifyProc',
]);

/**
 * Chromium's verdict about a certificate is final: nothing in Electron's main process may overrule it.
 * @type {Rule}
 */
const noCertificateOverride = {
  meta: {
    type: 'problem',
    messages: { override: 'Only Chromium decides which certificates the window trusts.' },
  },
  create(context) {
    return {
      Literal(node) {
        if (typeof node.value === 'string' && certificateOverrides.has(node.value)) {
          context.report({ node, messageId: 'override' });
        }
      },
      Identifier(node) {
        if (certificateOverrides.has(node.name)) context.report({ node, messageId: 'override' });
      },
    };
  },
};

/** The types of what may change: no annotation, or that of a collection without "readonly". */
const mutableType = /^(:\s*(Map|Set|Array|Record)\b.*|:\s*(?!readonly\b)\S.*\[\])?$/s;

/**
 * What a module keeps between calls, it keeps for all who share the process: other connections, and the other test files
 * (`src/testing/fresh-modules.ts`). A cache that can't answer differently says why in an `oxlint-disable-next-line`;
 * what a WeakMap has belongs to its keys.
 * @type {Rule}
 */
const noModuleState = {
  meta: {
    type: 'problem',
    messages: {
      state: 'Test files share this module: let its caller keep state, or declare a constant as readonly.',
    },
  },
  create(context) {
    return {
      Program({ body }) {
        for (const statement of body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declaration?.type !== 'VariableDeclaration') continue;
          for (const { id, init } of declaration.declarations) {
            const type = id.typeAnnotation ? context.sourceCode.getText(id.typeAnnotation) : '';
            const isState =
              declaration.kind !== 'const' || (isEmptyCollection(init) && mutableType.test(type));
            if (isState) context.report({ node: id, messageId: 'state' });
          }
        }
      },
    };
  },
};

/** @param {Expression | null} value A collection without elements, which only makes sense if it gets some later. */
function isEmptyCollection(value) {
  if (value?.type === 'ArrayExpression') return value.elements.length === 0;
  if (value?.type === 'ObjectExpression') return value.properties.length === 0;
  if (value?.type !== 'NewExpression' || value.arguments.length > 0) return false;
  return /^(Map|Set)$/.test(lastName(value.callee));
}

export default {
  meta: { name: 'studio' },
  rules: {
    'no-certificate-override': noCertificateOverride,
    'no-module-state': noModuleState,
    'no-spread-arguments': noSpreadArguments,
    'own-expect-in-concurrent-tests': ownExpectInConcurrentTests,
  },
};
