import { expect, test } from 'vitest';
import { createServices } from '../create-services.ts';
import { createLocalPlatform } from '../../testing/services/local-platform.ts';

test('no project is read or started while others on the network can reach the studio', async () => {
  const platform = await createLocalPlatform();
  const services = createServices({ ...platform, isOpenToNetwork: true });
  const signal = new AbortController().signal;
  const refused = expect.objectContaining({ code: 'forbidden' });
  const { calls, streams } = services.handlers;
  await expect(calls['projects.open']({ folder: '/' }, signal)).rejects.toEqual(refused);
  await expect(calls['projects.suggestFolders']({ text: '/' }, signal)).rejects.toEqual(refused);
  await expect(calls['projects.start']({ projectId: 'p' }, signal)).rejects.toEqual(refused);
  const watched = streams['projects.watch']({}, signal)[Symbol.asyncIterator]();
  await expect(watched.next()).rejects.toEqual(refused);
  await services.stop();
  await platform.dispose();
});
