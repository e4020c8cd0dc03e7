import { expect, it } from 'vitest';
import { sharedServer } from '../../testing/shared-server.ts';
import { slowness } from '../../testing/slowness.ts';
import { checkServer } from './check-server.ts';
import { formatProfile, parseProfile } from './profile.ts';

it(
  'finds of the official server what its committed profile says, and leaves nothing behind',
  async () => {
    const { url } = await sharedServer('check');
    const report = await checkServer({ url, limits: { caseMs: 10_000 * slowness() } });
    expect(report.stopped).toBeNull();
    expect(report.leftovers).toEqual([]);
    const text = formatProfile(report.profile);
    expect(formatProfile(parseProfile(text))).toBe(text);
    const { name, version } = report.profile.server;
    const file = name.includes('Python') ? 'python' : 'javascript';
    // Updated by `npx vitest run -u` on this file.
    await expect(text).toMatchFileSnapshot(`profiles/${file}-${version}.json`);
  },
  60_000 * slowness(),
);
