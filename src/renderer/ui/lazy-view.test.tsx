import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lazyCode, preloadViews } from './lazy-code.ts';
import { lazyOverlay, lazyView, LazyWaitingContext } from './lazy-view.tsx';

afterEach(cleanup);

interface GreetingProps {
  readonly name: string;
}

function Greeting({ name }: GreetingProps) {
  return <p>Hello {name}</p>;
}

interface DialogProps {
  readonly onClose: () => void;
}

function Dialog({ onClose }: DialogProps) {
  return (
    <button type="button" onClick={onClose}>
      Done
    </button>
  );
}

/** Code that the host does not send until it `isBack`. */
function hostWithout<Props extends object>(component: ComponentType<Props>) {
  const host = { isBack: false };
  const load = vi.fn<() => Promise<ComponentType<Props>>>(async () => {
    if (!host.isBack) throw new TypeError('Failed to fetch dynamically imported module');
    return component;
  });
  return { host, load };
}

describe('a lazy view', () => {
  it('waits for its code once, and is there at once when the code is', async () => {
    const load = vi.fn<() => Promise<typeof Greeting>>(() => Promise.resolve(Greeting));
    const LazyGreeting = lazyView(load);
    const view = (name: string) => (
      <LazyWaitingContext value="waiting">
        <LazyGreeting name={name} />
      </LazyWaitingContext>
    );
    const first = render(view('Ada'));
    expect(first.container.textContent).toBe('waiting');
    expect(await screen.findByText('Hello Ada')).toBeDefined();
    first.unmount();
    expect(render(view('Emmy')).container.textContent).toBe('Hello Emmy');
    expect(load).toHaveBeenCalledOnce();
  });

  it('says that its code did not come, and is there after Try again', async () => {
    const { host, load } = hostWithout(Greeting);
    const LazyGreeting = lazyView(load);
    render(<LazyGreeting name="Ada" />);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Could not load this part of the window.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(2);
    host.isBack = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Hello Ada')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is tried again with the others that failed', async () => {
    const first = hostWithout(Greeting);
    const second = hostWithout(Greeting);
    const [LazyFirst, LazySecond] = [lazyView(first.load), lazyView(second.load)];
    render(
      <>
        <LazyFirst name="Ada" />
        <LazySecond name="Emmy" />
      </>,
    );
    const again = await screen.findAllByRole('button', { name: 'Try again' });
    expect(again).toHaveLength(2);
    first.host.isBack = true;
    second.host.isBack = true;
    await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    expect(await screen.findByText('Hello Ada')).toBeDefined();
    expect(await screen.findByText('Hello Emmy')).toBeDefined();
  });

  it('that is mostly empty takes no place if it fails, and comes with the others', async () => {
    const tray = hostWithout(Greeting);
    const pane = hostWithout(Greeting);
    const LazyTray = lazyView(tray.load, { saysFailure: false });
    const LazyPane = lazyView(pane.load);
    render(
      <>
        <LazyTray name="Ada" />
        <LazyPane name="Emmy" />
      </>,
    );
    expect(await screen.findAllByRole('alert')).toHaveLength(1);
    tray.host.isBack = true;
    pane.host.isBack = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Hello Ada')).toBeDefined();
  });

  it('is loaded again when it is opened again', async () => {
    const { host, load } = hostWithout(Greeting);
    const LazyGreeting = lazyView(load);
    const first = render(<LazyGreeting name="Ada" />);
    await screen.findByRole('alert');
    first.unmount();
    host.isBack = true;
    render(<LazyGreeting name="Emmy" />);
    expect(await screen.findByText('Hello Emmy')).toBeDefined();
  });
});

describe('a lazy overlay', () => {
  function Opener({ LazyDialog }: { readonly LazyDialog: ComponentType<DialogProps> }) {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open ? <LazyDialog onClose={() => setOpen(false)} /> : null}
      </>
    );
  }

  it('says that its code did not come, can be closed, and is loaded again by the next opening', async () => {
    const { host, load } = hostWithout(Dialog);
    const LazyDialog = lazyOverlay(load, ({ onClose }) => onClose());
    render(<Opener LazyDialog={LazyDialog} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
    host.isBack = true;
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('button', { name: 'Done' })).toBeDefined();
  });
});

describe('lazy code', () => {
  it('that the host did not send is asked for again', async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('gone'))
      .mockResolvedValue('code');
    const code = lazyCode(load);
    await preloadViews();
    expect(code.loaded()).toBeNull();
    await expect(code.load()).resolves.toBe('code');
    expect(code.loaded()).toBe('code');
    await code.load();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that is rarely used does not load before its use', async () => {
    const load = vi.fn<() => Promise<string>>().mockResolvedValue('code');
    lazyCode(load, { preload: false });
    await preloadViews();
    expect(load).not.toHaveBeenCalled();
  });
});
