import { relative, resolve } from 'node:path';
import { beforeEach } from 'vitest';
import { differentTests } from './different-tests.ts';
import { testServer } from './test-server.ts';

const root = resolve(import.meta.dirname, '../../..');

// A setup file of the runs on other servers than the studio's own.
beforeEach(({ task, skip }) => {
  const file = relative(root, task.file.filepath).replaceAll('\\', '/');
  const differentTest = differentTests[testServer].find(
    ({ file: inFile, title, within }) =>
      inFile === file && task.name.startsWith(title) && (within === undefined || task.suite?.name === within),
  );
  if (differentTest?.sometimes) skip(differentTest.why);
  else if (differentTest) Object.assign(task, { fails: true });
});
