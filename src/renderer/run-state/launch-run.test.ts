import { expect, it } from 'vitest';
import { RunRequest } from '../../shared/model/run-request.ts';
import { runRequestWithDefaults } from './launch-run.ts';

it('a request made of something that says more is one that the contract takes', () => {
  // As the answer to a fork of a subgraph, which also says what it did.
  const forked = { checkpointId: 'c', trigger: { kind: 'continue' }, inner: null } as const;
  const request = runRequestWithDefaults({
    connectionId: 'a',
    threadId: 't',
    assistantId: 'writer',
    ...forked,
  });
  expect(RunRequest.safeParse(request).error).toBeUndefined();
  expect(request).toMatchObject({ checkpointId: 'c', checkpointNs: '', trigger: { kind: 'continue' } });
});
