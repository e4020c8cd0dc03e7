const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** A first, verbose version: every change in its section. */
export function draftText({ topic, changes, outline, note }) {
  const perSection = Math.max(1, Math.ceil(changes.length / Math.max(1, outline.length)));
  const sections = outline.map((title, index) => {
    const part = changes.slice(index * perSection, (index + 1) * perSection);
    return part.length > 0
      ? `## ${title}\n\n${part.map((change) => `- It should be said that ${lowerFirst(sentence(change))}`).join('\n')}`
      : '';
  });
  const revisionNote = note ? `> Written again: ${sentence(note)}` : '';
  return [`# ${topic}`, revisionNote, ...sections].filter(Boolean).join('\n\n');
}

/** The same in fewer words. */
export function polishedText(text) {
  return text
    .replace(/- It should be said that (.)/g, (_, first) => `- ${first.toUpperCase()}`)
    .replace(/[ \t]+$/gm, '');
}

/** What a careful reader would check. */
export function findings({ text, changes }) {
  const words = text.split(/\s+/).filter(Boolean).length;
  const missing = changes.filter((change) => !text.toLowerCase().includes(change.toLowerCase()));
  return [
    `${words} words`,
    missing.length === 0 ? 'every change is mentioned' : `not mentioned: ${missing.join('; ')}`,
  ];
}

/** The address of the published notes: the topic as a slug. */
export function addressOf(topic) {
  const slug = topic
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `https://example.com/releases/${slug || 'notes'}`;
}
