import { createServices } from '../../services/create-services.ts';
import { createNodePlatform } from '../../web-host/node-platform.ts';

/**
 * Saves one server twice in a data folder: as `demo`, and as `prod`, which is marked as production. Both get `key`, which must
 * never be written anywhere: each test file has a key of its own, because they share a server and list its threads.
 */
export async function saveServers(
  dataFolder: string,
  { url, token }: { readonly url: string; readonly token: string | null },
  key: string,
): Promise<void> {
  const log = (): void => undefined;
  const place = { version: '0.0.0', dataFolder, resourcesFolder: dataFolder, demoServerFolder: dataFolder };
  const services = createServices(createNodePlatform({ ...place, isOpenToNetwork: false, log }));
  const save = services.handlers.calls['connections.save'];
  const { signal } = new AbortController();
  for (const name of ['demo', 'prod']) {
    // Sequential on purpose: the list is in this order.
    await save(
      {
        id: null,
        name,
        url,
        key: { change: 'set', value: key, storage: 'plain' },
        headers: [{ name: 'authorization', value: `Bearer ${token ?? ''}` }],
        ...(name === 'prod' ? { production: true } : {}),
      },
      signal,
    );
  }
  await services.stop();
}
