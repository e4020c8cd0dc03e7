import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { startNotingServer } from '../../../src/testing/team/noting-server.ts';
import { startSignInProxy, type SignInProxy } from '../../../src/testing/team/sign-in-proxy.ts';
import { createTokenIssuer } from '../../../src/testing/team/token-issuer.ts';
import { expect, test as base } from '../../hosts/fixture.ts';
import { removeFolder } from '../../hosts/remove-folder.ts';
import { startTeamProgram, type TeamProgram } from '../../hosts/web.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { inspector, openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { openSheet, runButton, runSheet, sheetToggle } from '../../pages/runs.ts';
import { fillNewServer, openServers } from '../../pages/servers.ts';
import { makeThread, threadRow } from '../../pages/threads.ts';

interface TeamHost {
  readonly folder: string;
  readonly proxy: SignInProxy;
  readonly program: TeamProgram;
  /** A window of a member, in a browser context of its own. */
  open(user: string, name: string, group: string, seconds?: number): Promise<Page>;
}

/** A web host for a team behind a proxy that signs in whom the spec names. */
const test = base.extend<{ readonly team: TeamHost }>({
  team: async ({ newContext }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'web-team-'));
    const issuer = await createTokenIssuer();
    await using proxy = await startSignInProxy('x-forwarded-access-token');
    const file = {
      publicUrl: proxy.origin,
      header: 'X-Forwarded-Access-Token',
      issuer: issuer.issuer,
      audience: issuer.audience,
      keysFile: 'keys.json',
      roles: { look: ['*'], run: ['agents'], edit: ['owners'] },
    };
    await writeFile(join(folder, 'keys.json'), JSON.stringify(issuer.keySet));
    await writeFile(join(folder, 'team.json'), JSON.stringify(file));
    const program = await startTeamProgram(join(folder, 'data'), join(folder, 'team.json'));
    try {
      proxy.serve(program.port);
      await provide({
        folder,
        proxy,
        program,
        async open(user, name, group, seconds = 600) {
          proxy.signIn(user, await issuer.token({ sub: user, name, groups: [group] }, { seconds }));
          const context = await newContext();
          await context.addCookies([{ name: 'user', value: user, url: proxy.origin }]);
          const page = await context.newPage();
          await page.goto(proxy.origin);
          await expect(page.getByText('Demo server').first()).toBeVisible(longWait());
          return page;
        },
      });
    } finally {
      await program.stop();
      await removeFolder(folder);
    }
  },
});

async function expectRefused(button: Locator, reason: string): Promise<void> {
  await expect(button).toBeDisabled(longWait());
  await expect(button).toHaveAttribute('title', reason);
}

const roleOf = (page: Page) => page.getByRole('banner').getByText(/^Your role: /);

test('members see name and role, each other on a thread, and beforehand what their role does not allow', async ({
  team,
}) => {
  const ada = await team.open('ada', 'Ada Lovelace', 'owners');
  await expect(roleOf(ada)).toHaveText('Your role: edit');
  await openView(ada, 'Threads');
  await makeThread(ada, 'Shared thread');
  await threadRow(ada, /Shared thread/).click();

  const bob = await team.open('bob', 'Bob', 'others');
  await expect(roleOf(bob)).toHaveText('Your role: look');
  await expect(bob.getByRole('banner').getByText('Bob', { exact: true })).toBeVisible();
  await openView(bob, 'Threads');
  await threadRow(bob, /Shared thread/).click();
  await expect(bob.getByText('Also here: Ada Lovelace')).toBeAttached(longWait());
  await expect(ada.getByText('Also here: Bob')).toBeAttached(longWait());

  await expectRefused(sheetToggle(bob), 'Your role is look. This needs the role run.');
  await expectRefused(
    inspector(bob).getByRole('button', { name: 'Write the first state' }),
    'Your role is look. This needs the role edit.',
  );
  // By its key the sheet opens for reading, and says why nothing in it starts.
  await bob.keyboard.press('r');
  await expect(runSheet(bob).getByText('Your role is look. This needs the role run.')).toBeVisible();
  await expectRefused(runButton(bob), 'Your role is look. This needs the role run.');
  await expectAccessible(bob);

  await bob.context().close();
  await expect(ada.getByText(/^Also here: /)).toHaveCount(0, longWait());
  await openSheet(ada);
  await runButton(ada).click();
  await expect(ada.getByTestId('thread-status')).toHaveText(/finished|interrupted/i, longWait());

  const carol = await team.open('carol', 'Carol', 'agents');
  await expect(roleOf(carol)).toHaveText('Your role: run');
  await openView(carol, 'Threads');
  await threadRow(carol, /Shared thread/).click();
  await expectRefused(
    inspector(carol).getByRole('button', { name: 'Edit state here' }),
    'Your role is run. This needs the role edit.',
  );
  await makeThread(carol, 'Second thread');
  await threadRow(carol, /Second thread/).click();
  await openSheet(carol);
  await expect(runButton(carol)).toBeEnabled();
  await runButton(carol).click();

  const audited = async () => {
    const text = await readFile(join(team.folder, 'data', 'logs', 'audit.jsonl'), 'utf8');
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    return entries.map(({ subject, call, outcome }) => [subject, call, outcome]);
  };
  await expect.poll(audited, longWait()).toEqual(
    expect.arrayContaining([
      ['ada', 'threads.create', 'done'],
      ['ada', 'runs.start', 'done'],
      ['carol', 'runs.start', 'done'],
    ]),
  );
});

test('a member uses a server with a key of their own, which nobody else sees', async ({ team }) => {
  const fake = await startFakeServer();
  await using server = await startNotingServer({ url: fake.url, token: null });
  try {
    const ada = await team.open('ada', 'Ada Lovelace', 'owners');
    // Before there is another server, which a new window would open.
    const bob = await team.open('bob', 'Bob', 'others');
    const adasServers = await openServers(ada);
    const dialog = await fillNewServer(ada, { address: server.url, name: 'Staging', key: 'key-of-all-1111' });
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(dialog).toBeHidden();

    const bobsServers = await openServers(bob);
    await bobsServers.getByRole('option', { name: 'Staging' }).click();
    await bob.getByRole('button', { name: 'Use my own key' }).click();
    const keyDialog = bob.getByRole('dialog', { name: 'Use Staging with your own key' });
    await expect(keyDialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await keyDialog.getByLabel('API key', { exact: true }).fill('key-of-bob-2222');
    await expectAccessible(bob);
    await keyDialog.getByRole('button', { name: 'Save' }).click();
    await expect(keyDialog).toBeHidden();
    const own = bobsServers.getByRole('option', { name: 'Staging (key of Bob)' });
    await expect(own).toHaveAttribute('aria-selected', 'true');
    await expect(bob.getByText('your key, only you see it')).toBeVisible();
    await expectAccessible(bob);
    server.take();
    await bob.getByRole('button', { name: 'Use this server' }).click();
    await expect(bob.getByRole('button', { name: 'Server: Staging (key of Bob), connected' })).toBeVisible(
      longWait(),
    );
    await expect
      .poll(() => server.take().filter(({ key }) => key === 'key-of-bob-2222').length)
      .toBeGreaterThan(0);
    await expect(adasServers.getByRole('option')).toHaveCount(2);
    await expect(ada.getByText('key of Bob')).toHaveCount(0);

    await openServers(bob);
    await own.click();
    await bob.getByRole('button', { name: 'Remove' }).click();
    await bob
      .getByRole('dialog', { name: 'Remove Staging (key of Bob)?' })
      .getByRole('button', { name: 'Remove server' })
      .click();
    await expect(own).toHaveCount(0);
    await expect(bobsServers.getByRole('option', { name: 'Staging' })).toBeVisible();

    // What only the one who runs the studio may do says so beforehand.
    await bobsServers.getByRole('option', { name: 'Demo server' }).click();
    await expect(bob.getByRole('button', { name: 'Restart' })).toBeDisabled();
    await openView(bob, 'Webhooks');
    await expect(bob.getByRole('switch', { name: 'Listener' })).toBeDisabled();
    await expect(bob.getByText('Only the one who runs this studio can do this')).toBeVisible();
    await expectAccessible(bob);
  } finally {
    await fake.close();
  }
});

test('a window whose sign-in has ended says so, and opens again after a new one', async ({ team }) => {
  const ada = await team.open('ada', 'Ada', 'agents', 12);
  await expect(roleOf(ada)).toHaveText('Your role: run');
  team.proxy.signIn('ada', null);
  await expect(ada.getByText('Your sign-in has ended.')).toBeVisible(longWait());
  const page = await team.open('ada', 'Ada', 'owners');
  await expect(roleOf(page)).toHaveText('Your role: edit');
  await ada.reload();
  await expect(roleOf(ada)).toHaveText('Your role: edit');
});
