import { configure, getConfig } from '@testing-library/react';
import { slowness } from '../slowness.ts';

// Limit of `findBy...` and `waitFor`. A busy machine is slow, and only a failing test waits this long.
configure({ asyncUtilTimeout: 10_000 * slowness() });

const { getElementError } = getConfig();
/** Testing Library sets it during an attempt, but does not declare it. */
const attemptFlag = '_disableExpensiveErrorDiagnostics';

/**
 * `findBy...` and `waitFor` ask again until they find something, and each miss would print the whole document for an error that
 * nobody sees. They print it once, for the error that they end with.
 */
configure({
  getElementError(message, container) {
    if (Reflect.get(getConfig(), attemptFlag) !== true) return getElementError(message, container);
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
