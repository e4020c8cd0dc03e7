import { expect, it } from 'vitest';
import type { CommandMenu } from '../../shared/model/command-menu.ts';
import { createAppMenu } from './app-menu.ts';

const menu: CommandMenu = {
  menus: [{ title: 'Run', sections: [[{ id: 'run.start', title: 'Run', keys: 'F5', enabled: true }]] }],
};

function open() {
  const drawn: (CommandMenu | null)[] = [];
  const appMenu = createAppMenu((commands) => void drawn.push(commands));
  const watch = () => {
    const abort = new AbortController();
    const items = appMenu.streams['menu.watch']({}, abort.signal)[Symbol.asyncIterator]();
    return { abort, next: () => items.next() };
  };
  return { drawn, appMenu, watch };
}

it('shows the commands of the page, and reports chosen ones in order', async () => {
  const { drawn, appMenu, watch } = open();
  const { next, abort } = watch();
  const first = next();
  await appMenu.calls['menu.show'](menu, abort.signal);
  expect(drawn).toEqual([menu]);
  appMenu.choose('run.start');
  appMenu.choose('run.stop');
  expect(await first).toEqual({ value: { commandId: 'run.start' }, done: false });
  expect(await next()).toEqual({ value: { commandId: 'run.stop' }, done: false });
});

it('removes the commands when the page is gone, unless another one is open', async () => {
  const { drawn, watch } = open();
  const [old, fresh] = [watch(), watch()];
  const ends = [old.next(), fresh.next()];
  old.abort.abort();
  await ends[0];
  expect(drawn).toEqual([]);
  fresh.abort.abort();
  await ends[1];
  expect(drawn).toEqual([null]);
});
