import { expect, it } from 'vitest';
import { releaseNotes } from './release-notes.mjs';

const changelog = `# Changelog

## Unreleased

### Added

- What comes next.

## [1.1.0] - 2026-11-22

- What was released.

## [1.0.0] - 2026-11-01

- The first.
`;

it('the notes of a release are its section of the changelog', () => {
  expect(releaseNotes(changelog, '1.1.0')).toBe('- What was released.\n');
  expect(releaseNotes(changelog, '1.0.0')).toBe('- The first.\n');
});

it('a version without a section has what is unreleased; without either there are no notes', () => {
  expect(releaseNotes(changelog, '2.0.0')).toBe('### Added\n\n- What comes next.\n');
  expect(() => releaseNotes('# Changelog\n\n## Unreleased\n\n', '2.0.0')).toThrow('says nothing about 2.0.0');
});
