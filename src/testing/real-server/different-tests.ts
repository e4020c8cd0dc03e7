import { aegraTests } from './aegra-tests.ts';
import type { DifferentTest } from './different-test.ts';
import { javaScript2Tests } from './javascript-2-tests.ts';
import { pureGraphTests } from './pure-graph-tests.ts';
import { pythonTests } from './python-tests.ts';
import type { TestServer } from './test-server.ts';

/**
 * Tests whose expectations a server does not meet. They run there nonetheless, and have to fail: one that passes again fails
 * the suite, so that this list stays true.
 */
export const differentTests: Readonly<Record<TestServer, readonly DifferentTest[]>> = {
  javascript: [],
  python: pythonTests,
  'js-2.0.0': javaScript2Tests,
  'pure-graph': pureGraphTests,
  aegra: aegraTests,
};
