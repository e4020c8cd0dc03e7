import { expect, it } from 'vitest';
import { replaceSecretForms, scrubRules } from './scrub-rules.ts';

it('the rules of gitleaks compile, and none fits a text that has nothing but words', () => {
  expect(scrubRules.length).toBeGreaterThan(200);
  const text = 'The tide tables of the harbour, as they were printed, say nothing about the moon. '.repeat(
    20,
  );
  expect(replaceSecretForms(text, scrubRules, (id) => expect.fail(id))).toBe(text);
});

it.each([
  ['atlassian-api-token', 'JIRA_API_TOKEN = "a1b2c3d4e5f6a7b8c9d0e1f2"', 'JIRA_API_TOKEN = "[secret]"'],
  ['sentry-access-token', `sentry: ${'0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(2)}`, 'sentry: [secret]'],
  ['mailgun-private-api-token', `mailgun=key-${'0f1e2d3c4b5a69788796a5b4c3d2e1f0'}`, 'mailgun=[secret]'],
])('scrubbing keeps the name before a secret that a rule needs: %s', (id, text, clean) => {
  const rule = scrubRules.find((one) => one.id === id);
  expect(replaceSecretForms(text, rule ? [rule] : [], () => '[secret]')).toBe(clean);
});

it('scrubbing leaves a placeholder that has the form of a key', () => {
  const text = `ghp_${'x'.repeat(36)}`;
  const rule = scrubRules.filter(({ id }) => id === 'github-pat');
  expect(replaceSecretForms(text, rule, () => '[secret]')).toBe(text);
});
