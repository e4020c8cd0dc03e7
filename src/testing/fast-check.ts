import fc from 'fast-check';

const seed = process.env['RANDOM_SEED'];

// The whole test run uses fixed inputs, so that failures are caused by changes, not by chance. `npm run unit`
// sets no seed and tries new ones.
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

/** fast-check for all property tests. `RANDOM_SEED=N` fixes the inputs. */
export { fc };

const composed = ['é', 'e\u0301', '👨‍👩‍👧', '🇩🇪', 'ﷺ', '\u200b', '\u2028', '\ufeff'];
const character = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x80, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom(...composed),
);

/**
 * Any text of Unicode. The units `binary` and `grapheme` of `fc.string` cost a second of the processor in each file: they list
 * all characters first.
 */
export function anyText(constraints: fc.StringConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
