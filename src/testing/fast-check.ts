import fc from 'fast-check';

const seed = process.env['RANDOM_SEED'];

// The whole test run uses fixed inputs, so that failures are caused by changes, not by chance. `npm run unit`
// sets no seed and tries new ones.
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

/** fast-check for all property tests. `RANDOM_SEED=N` fixes the inputs. */
export { fc };
