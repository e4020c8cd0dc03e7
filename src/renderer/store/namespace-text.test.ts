import { expect, it } from 'vitest';
import { namespaceText, parseNamespaceText } from './namespace-text.ts';

it.each([[['users', 'ada']], [['files', 'a/b']], [[' b ']], [['[x]', 'y']], [['']], [['"quoted"']]])(
  'a namespace is read back as it was: %j',
  (namespace) => {
    expect(parseNamespaceText(namespaceText(namespace))).toEqual(namespace);
  },
);

it('labels are typed with slashes between them, or as a JSON list', () => {
  expect(namespaceText(['users', 'ada'])).toBe('users / ada');
  expect(namespaceText([])).toBe('');
  expect(parseNamespaceText('users/ada')).toEqual(['users', 'ada']);
  expect(parseNamespaceText('["a/b"]')).toEqual(['a/b']);
  expect(parseNamespaceText('["a/b"')).toBeNull();
  expect(parseNamespaceText('[1]')).toBeNull();
});
