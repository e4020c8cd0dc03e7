import * as React from 'react';

/**
 * In development, React records for each element which line of which component made it, by a stack trace, until it has
 * made ten thousand of them within a second. No test reads them, and they take a tenth of the processor time of large
 * views. This makes React believe that the limit is always reached.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error('React counts the stack traces of its elements elsewhere now.');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set() {
    // React begins to count anew every second.
  },
});
