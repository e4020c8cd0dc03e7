import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { aThread, anAssistant, pageOf } from '../../testing/builders.ts';
import { renderApp, type RenderedApp, type TestHandlers } from '../../testing/renderer/render-app.tsx';

let app: RenderedApp | null = null;

afterEach(() => {
  app?.end();
  app = null;
  localStorage.clear();
});

function show(calls: NonNullable<TestHandlers['calls']>) {
  app = renderApp({ calls: { 'assistants.list': async () => [anAssistant()], ...calls } });
  return userEvent.setup();
}

/** Waits for the list of the selected server; before, there is an empty one. */
async function pane() {
  await screen.findByRole('button', { name: 'Server: Demo server, connected' });
  return within(await screen.findByRole('region', { name: 'Threads' }));
}

describe('the list of threads', () => {
  it('says that it is loading', async () => {
    show({ 'threads.list': () => new Promise(() => undefined) });
    expect(await (await pane()).findByText('Loading threads')).toBeTruthy();
  });

  it('says that there are none, and what to do', async () => {
    show({});
    expect(await (await pane()).findByText('No threads yet')).toBeTruthy();
  });

  it("shows the server's own words when it fails, and tries again", async () => {
    let fails = true;
    const user = show({
      'threads.list': async () => {
        if (!fails) return pageOf([aThread({ name: 'Back again' })]);
        throw new AppError('server-failed', 'The server failed.', { details: { server: 'out of memory' } });
      },
    });
    const list = await pane();
    await list.findByText('The server failed.');
    expect(list.getByText('out of memory')).toBeTruthy();
    fails = false;
    await user.click(list.getByRole('button', { name: 'Try again' }));
    expect(await list.findByText('Back again')).toBeTruthy();
  });

  it('does not say that nothing is there when it could not be read again', async () => {
    let fails = false;
    show({
      'threads.list': async () => {
        if (!fails) return pageOf([]);
        throw new AppError('server-failed', 'The server failed.');
      },
    });
    const list = await pane();
    await list.findByText('No threads yet');
    fails = true;
    expect(await list.findByText('The server failed.')).toBeTruthy();
    expect(list.queryByText('No threads yet')).toBeNull();
  });

  it('does not say that nothing matches a search that failed', async () => {
    const user = show({
      'threads.list': async () => pageOf([aThread({ name: 'First' })]),
      'threads.search': async () => {
        throw new AppError('server-failed', 'The server failed.');
      },
    });
    const list = await pane();
    await list.findByText('First');
    await user.type(list.getByRole('searchbox', { name: 'Search threads' }), 'owner-7');
    expect(await list.findByText('The server failed.')).toBeTruthy();
    expect(list.queryByText('Nothing matches')).toBeNull();
  });

  it('shows nothing of one filter under another, whose filters stay when it fails', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const user = show({
      'threads.list': ({ listing }) =>
        listing.filter.status === null
          ? Promise.resolve(pageOf([aThread({ name: 'First' })]))
          : new Promise((_, reject) => (fail = reject)),
    });
    const list = await pane();
    await list.findByText('First');
    await user.click(list.getByRole('button', { name: 'Filter and sort' }));
    await user.click(await screen.findByRole('button', { name: 'Status: Any' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'failed' }));
    expect(await list.findByText('Loading threads')).toBeTruthy();
    expect(list.queryByText('First')).toBeNull();
    expect(list.getByRole('heading', { name: 'Threads' }).parentElement?.textContent).not.toContain('1');
    fail(new AppError('server-failed', 'The server failed.'));
    expect(await list.findByText('The server failed.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await list.findByText('First')).toBeTruthy();
  });

  it('says above earlier threads that they could not be refreshed', async () => {
    let fails = false;
    show({
      'threads.list': async () => {
        if (fails) throw new AppError('unreachable', 'No response.');
        return pageOf([aThread({ name: 'Tides' })]);
      },
    });
    const list = await pane();
    await list.findByText('Tides');
    fails = true;
    expect(await list.findByText(/Could not refresh/)).toBeTruthy();
    expect(list.getByText('Tides')).toBeTruthy();
  });

  it('has each status in words, and none that the list does not know', async () => {
    const words: readonly (readonly [string, Pick<Thread, 'status' | 'interruptedBy'>])[] = [
      ['idle', { status: 'idle' }],
      ['active', { status: 'busy' }],
      ['interrupted or paused', { status: 'interrupted' }],
      ['interrupted', { status: 'interrupted', interruptedBy: 'question' }],
      ['paused', { status: 'interrupted', interruptedBy: 'breakpoint' }],
      ['cancelled', { status: 'interrupted', interruptedBy: 'cancel' }],
      ['idle', { status: 'interrupted', interruptedBy: 'nothing' }],
      ['failed', { status: 'error' }],
      ['unknown', { status: 'unknown' }],
    ];
    show({
      'threads.list': async () =>
        pageOf(
          words.map(([, parts], index) => aThread({ threadId: `${index}`, name: 'A thread', ...parts })),
        ),
    });
    const options = await (await pane()).findAllByRole('option');
    expect(options).toHaveLength(words.length);
    for (const [index, [word]] of words.entries())
      expect(options[index]?.textContent).toMatch(new RegExp(`^${word}A thread`));
  });

  it('makes a thread for the chosen graph and goes to it', async () => {
    const made = aThread({ threadId: 'new-thread', name: 'Fresh' });
    let threads: Thread[] = [];
    const user = show({
      'threads.list': async () => pageOf(threads),
      'threads.create': async () => {
        threads = [made];
        return made;
      },
    });
    await screen.findByRole('button', { name: 'Assistant: writer' });
    await user.click((await pane()).getByRole('button', { name: 'New' }));
    expect(await screen.findByRole('button', { name: 'Thread: Fresh' })).toBeTruthy();
    expect(app?.called.find(({ method }) => method === 'threads.create')?.input).toEqual({
      connectionId: 'demo',
      graphId: 'writer',
      name: null,
    });
  });

  it('is walked with the arrow keys and filtered by words', async () => {
    const user = show({
      'threads.list': async () =>
        pageOf([aThread({ threadId: 't1', name: 'First' }), aThread({ threadId: 't2', name: 'Second' })]),
    });
    const list = await pane();
    (await list.findByRole('option', { name: /First/ })).focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(list.getByRole('option', { name: /Second/ }).getAttribute('aria-selected')).toBe('true');
    await user.type(list.getByRole('searchbox', { name: 'Search threads' }), 'fir');
    expect(list.getAllByRole('option')).toHaveLength(1);
    await user.type(list.getByRole('searchbox', { name: 'Search threads' }), 'x');
    expect(await list.findByText('Nothing matches')).toBeTruthy();
  });

  it('asks the server for threads that are not loaded, and says what was searched', async () => {
    const far = aThread({ threadId: 't9', name: 'Far away' });
    const user = show({
      'threads.list': async () => pageOf([aThread({ threadId: 't1', name: 'First' })]),
      'threads.search': async () => ({
        threads: [far],
        found: 1,
        searched: 523,
        isComplete: true,
        unnamed: 3,
      }),
    });
    const list = await pane();
    await list.findByRole('option', { name: /First/ });
    await user.type(list.getByRole('searchbox', { name: 'Search threads' }), 'owner-7');
    expect(list.getByText('Searching all threads…')).toBeTruthy();
    expect(await list.findByRole('option', { name: /Far away/ })).toBeTruthy();
    expect(list.getByRole('status').textContent).toBe(
      'Searched all 523 threads by name, ID and metadata. The first messages of 3 threads could not be read. To search values, type JSON such as {"topic": "refunds"}.',
    );
  });
});
