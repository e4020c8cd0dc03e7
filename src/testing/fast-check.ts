import fc from 'fast-check';

const seed = process.env['RANDOM_SEED'];

// The whole run tries the same inputs each time, so that a change, and not chance, makes it fail. `npm run unit` has no
// seed and tries new ones.
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

/** fast-check, as all random tests use it. `RANDOM_SEED=N` repeats one choice of inputs. */
export { fc };
