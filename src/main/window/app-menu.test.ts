import { expect, it } from 'vitest';
import type { CommandMenu } from '../../shared/model/command-menu.ts';
import { createAppMenu, type AppMenuPage } from './app-menu.ts';

const menuOf = (title: string): CommandMenu => ({
  menus: [{ title: 'Run', sections: [[{ id: 'run.start', title, keys: 'F5', enabled: true }]] }],
});
const [menu, otherMenu] = [menuOf('Run'), menuOf('Run the other')];

function open() {
  const drawn: (CommandMenu | null)[] = [];
  const appMenu = createAppMenu((commands) => void drawn.push(commands));
  const windows = { current: 'one' };
  const addPage = (name: string): AppMenuPage => appMenu.addPage(() => windows.current === name);
  const watch = (page: AppMenuPage) => {
    const abort = new AbortController();
    const items = page.streams['menu.watch']({}, abort.signal)[Symbol.asyncIterator]();
    return { abort, next: () => items.next() };
  };
  return { drawn, appMenu, windows, addPage, watch };
}

it('shows the commands of the page, and reports chosen ones in order', async () => {
  const { drawn, appMenu, addPage, watch } = open();
  const page = addPage('one');
  const { next, abort } = watch(page);
  const first = next();
  await page.calls['menu.show'](menu, abort.signal);
  expect(drawn).toEqual([menu]);
  appMenu.choose('run.start');
  appMenu.choose('run.stop');
  expect(await first).toEqual({ value: { commandId: 'run.start' }, done: false });
  expect(await next()).toEqual({ value: { commandId: 'run.stop' }, done: false });
});

it('removes the commands when the page is gone, unless it has loaded again', async () => {
  const { drawn, addPage, watch } = open();
  const page = addPage('one');
  const [old, fresh] = [watch(page), watch(page)];
  const ends = [old.next(), fresh.next()];
  old.abort.abort();
  await ends[0];
  expect(drawn).toEqual([]);
  fresh.abort.abort();
  await ends[1];
  expect(drawn).toEqual([null]);
});

it('has the commands of the window that was used last, which alone carries them out', async () => {
  const { drawn, appMenu, windows, addPage, watch } = open();
  const { signal } = new AbortController();
  const [one, other] = [addPage('one'), addPage('other')];
  const [watchOne, watchOther] = [watch(one), watch(other)];
  const chosen: string[] = [];
  for (const [name, { next }] of [
    ['one', watchOne],
    ['other', watchOther],
  ] as const) {
    void next().then(({ value }) => chosen.push(`${name}: ${value?.commandId}`));
  }
  await one.calls['menu.show'](menu, signal);
  // What another window can do changes nothing of the menu.
  await other.calls['menu.show'](otherMenu, signal);
  expect(drawn).toEqual([menu]);
  windows.current = 'other';
  appMenu.redraw();
  expect(drawn).toEqual([menu, otherMenu]);
  appMenu.choose('run.start');
  await expect.poll(() => chosen).toEqual(['other: run.start']);
  windows.current = 'none';
  appMenu.redraw();
  expect(drawn.at(-1)).toBeNull();
  watchOne.abort.abort();
  watchOther.abort.abort();
});
