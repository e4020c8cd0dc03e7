/**
 * The section of a changelog about a version, or about what is not released yet when the version has none. Throws
 * when there is neither.
 * @param {string} changelog In the form of keepachangelog.com. @param {string} version
 */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section =
    sections.find((text) => text.startsWith(`[${version}]`) || text.startsWith(`${version} `)) ??
    sections.find((text) => /^\[?Unreleased/.test(text));
  const body = section?.slice(section.indexOf('\n') + 1).trim();
  if (!body) throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return `${body}\n`;
}
