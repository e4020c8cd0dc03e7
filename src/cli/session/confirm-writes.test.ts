import { expect, it } from 'vitest';
import { createServices } from '../../services/create-services.ts';
import { createLocalPlatform } from '../../testing/services/local-platform.ts';
import { createCall } from './confirm-writes.ts';

it('an argument that is not valid is named with its problem, as a sentence', async () => {
  const platform = await createLocalPlatform();
  const services = createServices(platform);
  const confirmation = { confirms: () => false, typedName: null, hints: { write: '', destroy: '' } };
  const call = createCall(services.handlers, confirmation, new AbortController().signal);
  const experiment = { experimentId: 'no id', filter: 'all', search: '', from: 0, limit: 1 } as const;
  await expect(call('experiments.rows', experiment)).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'An argument is not valid.',
    hint: 'experimentId: Invalid UUID.',
  });
  await services.stop();
  await platform.dispose();
});
