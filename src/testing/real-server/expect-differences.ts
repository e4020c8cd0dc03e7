import { relative, resolve } from 'node:path';
import { beforeEach } from 'vitest';
import { differentTests } from './different-tests.ts';

const root = resolve(import.meta.dirname, '../../..');

// A setup file of the runs on the Python server.
beforeEach(({ task, skip }) => {
  const file = relative(root, task.file.filepath).replaceAll('\\', '/');
  const known = differentTests.find((test) => test.file === file && task.name.startsWith(test.title));
  if (known?.sometimes) skip(known.why);
  else if (known) Object.assign(task, { fails: true });
});
