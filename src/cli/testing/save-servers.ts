import { createServices } from '../../services/create-services.ts';
import { createNodePlatform } from '../../web-host/node-platform.ts';

/** The key of the saved servers, which must never be written anywhere. */
export const canaryKey = 'lsv2_canary_cli_key_4711';

/** Saves one server twice in a data folder: as `demo`, and as `prod`, which is marked as production. */
export async function saveServers(
  dataFolder: string,
  { url, token }: { readonly url: string; readonly token: string | null },
): Promise<void> {
  const log = (): void => undefined;
  const place = { version: '0.0.0', dataFolder, resourcesFolder: dataFolder };
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
        key: { change: 'set', value: canaryKey, storage: 'plain' },
        headers: [{ name: 'authorization', value: `Bearer ${token ?? ''}` }],
        ...(name === 'prod' ? { production: true } : {}),
      },
      signal,
    );
  }
  await services.stop();
}
