import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { GraphShape } from '../../shared/model/graph.ts';
import { dismissGraphChanges, recordReload } from '../shared-ui/graph-baselines.ts';
import { draftKey, writeDraft } from '../storage/drafts.ts';
import { createNodeActivityStore, type NodeActivityStore } from '../shared-ui/node-activity.ts';
import { RpcContext, type StudioRpc } from '../rpc/rpc-context.ts';
import { GraphPane } from './GraphPane.tsx';
import type { LayoutListener } from './layout/layout-client.ts';
import { buildGraphShape, writerShape } from '../../testing/renderer/graph-shape-builder.ts';

// There are no workers here: the same engine lays out on this thread.
vi.mock('./layout/start-layout-worker.ts', async () => {
  const { layoutGraph } = await import('./layout/layout-graph.ts');
  return {
    startLayoutWorker: (listener: LayoutListener) => ({
      send: ({ id, input }: { id: number; input: Parameters<typeof layoutGraph>[0] }) =>
        void listener.onReply({ id, result: layoutGraph(input) }),
      end: () => undefined,
    }),
  };
});

function show(
  answer: () => Promise<GraphShape>,
  { activity = createNodeActivityStore(), onSelectNode = vi.fn<(id: string | null) => void>() } = {},
) {
  const rpc = { call: answer, open: vi.fn<() => void>() } as unknown as StudioRpc;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RpcContext value={rpc}>
        <GraphPane
          connectionId="c"
          graphId="g"
          assistantId="a"
          version={1}
          activity={activity}
          name="writer"
          threadId={null}
          namesDeclared={null}
          banner={null}
          actions={{
            updateAs: vi.fn<() => void>(),
            runFrom: vi.fn<() => void>(),
            addInput: vi.fn<() => void>(),
            pinLast: vi.fn<() => void>(),
            source: null,
          }}
          selectedNodeId={null}
          selectedTaskId={null}
          onSelectNode={onSelectNode}
          onDisplayed={vi.fn<() => void>()}
        />
      </RpcContext>
    </QueryClientProvider>,
  );
  return { activity, onSelectNode, client };
}

const node = (id: string) => screen.findByTestId(`node-${id}`);
const drawn = () =>
  screen
    .queryAllByTestId(/^node-/)
    .map((element) => element.dataset['testid']?.replace('node-', ''))
    .toSorted();
const set = (activity: NodeActivityStore, statuses: Record<string, 'running' | 'finished' | 'waiting'>) =>
  act(() =>
    activity.set(
      new Map(Object.entries(statuses).map(([id, status]) => [id, { status, visits: 1, ms: 200 }])),
    ),
  );

beforeEach(() => writeDraft(draftKey('graph', 'xray', 'c', 'a'), null));
afterEach(() => {
  cleanup();
  dismissGraphChanges('c', 'a');
});

describe('GraphPane', () => {
  it('draws all levels, their edges and their labels', async () => {
    show(async () => writerShape);
    await node('write:deep:polish');
    expect(drawn()).toHaveLength(writerShape.nodes.length);
    expect(screen.queryAllByTestId(/^edge-/)).toHaveLength(writerShape.edges.length);
    expect(screen.getByTestId('edge-e5').dataset['conditional']).toBe('true');
    expect(screen.getByText('again')).toBeTruthy();
  });

  it('looks less deep with the x-ray, and remembers the level', async () => {
    show(async () => writerShape);
    await node('write:deep:polish');
    fireEvent.click(screen.getByRole('radio', { name: '0' }));
    await waitFor(() => expect(drawn()).not.toContain('write:draft'));
    expect(drawn()).toContain('write');
    cleanup();
    show(async () => writerShape);
    await node('write');
    expect(drawn()).not.toContain('write:draft');
  });

  it('says when older steps of the turn are missing', async () => {
    const { activity } = show(async () => writerShape);
    await node('plan');
    expect(screen.queryByText('Older steps are missing')).toBeNull();
    act(() => activity.setCut(true));
    expect(screen.getByText('Older steps are missing')).toBeTruthy();
    act(() => activity.setCut(false));
    expect(screen.queryByText('Older steps are missing')).toBeNull();
  });

  it('marks what a reload changed until it is dismissed, and reveals it', async () => {
    const before = buildGraphShape(['a', 'gone', 'c'], ['a>gone', 'gone>c', 'a>c']);
    const after = buildGraphShape(['a', 'b', 'c'], ['a>b', 'b>c']);
    const { onSelectNode } = show(async () => after);
    const added = await node('b');
    expect(screen.queryByText('Graph changed')).toBeNull();
    act(() => recordReload('c', 'a', { before, after }));
    expect(added.dataset['change']).toBe('new');
    expect(added.textContent).toContain('new');
    expect(screen.getByRole('button', { name: /^b, node, .*, new$/ })).toBeTruthy();
    expect(screen.getByTestId('edge-e0').dataset['look']).toBe('new');
    expect(screen.getByTestId('extra-edge-removed ["a","c"]').dataset['look']).toBe('removed');
    const notice = screen.getByRole('region', { name: 'Changes to the graph' });
    expect(notice.textContent).toBe('Graph changedNewbRemovedgoneEdges2 new, 3 removed');
    fireEvent.click(within(notice).getByRole('button', { name: 'b' }));
    expect(onSelectNode).toHaveBeenCalledWith('b');

    // Saved again without another change, and as it was before.
    act(() => recordReload('c', 'a', { before: after, after }));
    expect(added.dataset['change']).toBe('new');
    act(() => recordReload('c', 'a', { before: after, after: before }));
    expect(screen.queryByText('Graph changed')).toBeNull();
    act(() => recordReload('c', 'a', { before, after }));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss the marks' }));
    expect(added.dataset['change']).toBeUndefined();
    expect(screen.queryByText('Graph changed')).toBeNull();
  });

  it('collapses one container', async () => {
    show(async () => writerShape);
    await node('write:deep:polish');
    fireEvent.click(screen.getByRole('button', { name: 'Collapse deep' }));
    await waitFor(() => expect(drawn()).not.toContain('write:deep:polish'));
    expect(drawn()).toContain('write:draft');
  });

  it('draws many siblings as one node that shows their status, and expands it by click', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `work_${index}`);
    const shape = buildGraphShape(
      ['split', ...names, 'join'],
      names.flatMap((name) => [`split>${name}`, `${name}>join`]),
    );
    const { activity, onSelectNode } = show(async () => shape);
    const group = await node('work_0 + 19 siblings');
    expect(drawn()).toEqual(['join', 'split', 'work_0 + 19 siblings']);
    expect(group.textContent).toContain('+ 19 siblings');
    set(activity, { work_3: 'finished', work_7: 'running' });
    expect(group.dataset['status']).toBe('running');
    const name = 'work_0, node, running, collapsed, + 19 siblings';
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(drawn()).toHaveLength(23));
    // The server knows no such node, so nothing is selected.
    expect(onSelectNode).not.toHaveBeenCalledWith('work_0 + 19 siblings');
    expect((await node('work_7')).dataset['status']).toBe('running');
    fireEvent.click(screen.getByRole('button', { name: 'Collapse work_0' }));
    await waitFor(() => expect(drawn()).toHaveLength(3));
  });

  it('says what a node is doing, and a container what happens in it', async () => {
    const { activity } = show(async () => writerShape);
    const polish = await node('write:deep:polish');
    set(activity, { plan: 'finished', 'write:deep:polish': 'waiting' });
    expect(polish.dataset['status']).toBe('waiting');
    expect((await node('write')).dataset['status']).toBe('waiting');
    expect((await node('review')).dataset['status']).toBe('idle');
    expect(screen.getByRole('button', { name: 'polish, node, interrupted, 200 ms' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'plan, node, finished, 200 ms' })).toBeTruthy();
  });

  it('marks what runs for longer, until it is done', async () => {
    const { activity } = show(async () => writerShape);
    const plan = await node('plan');
    set(activity, { plan: 'running' });
    expect(plan.hasAttribute('data-lasting')).toBe(false);
    await waitFor(() => expect(plan.hasAttribute('data-lasting')).toBe(true));
    set(activity, { plan: 'finished' });
    expect(plan.hasAttribute('data-lasting')).toBe(false);
  });

  it('selects by click, and by arrows and Enter', async () => {
    const { onSelectNode } = show(async () => writerShape);
    fireEvent.click(await node('review'));
    expect(onSelectNode).toHaveBeenLastCalledWith('review');
    const canvas = screen.getByTestId('graph-canvas');
    fireEvent.keyDown(canvas, { key: 'ArrowDown' });
    fireEvent.keyDown(canvas, { key: 'Enter' });
    expect(onSelectNode).toHaveBeenLastCalledWith('publish');
  });

  it('draws a graph whose edges lead to nodes that it does not have', async () => {
    show(async () => buildGraphShape(['a', 'b'], ['a>b', 'a>ghost', 'ghost?b']));
    await node('a');
    expect(screen.queryAllByTestId(/^edge-/)).toHaveLength(1);
  });

  it("shows the server's words when it fails, and asks again", async () => {
    let requestCount = 0;
    show(async () => {
      requestCount += 1;
      if (requestCount > 1) return writerShape;
      throw new AppError('server-failed', 'The server failed.', { details: { server: 'no such graph' } });
    });
    expect(await screen.findByText('The server failed.')).toBeTruthy();
    expect(screen.getByText('no such graph')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await node('plan');
  });

  it('says that a graph is old when the server does not send it again', async () => {
    let requestCount = 0;
    const { client } = show(async () => {
      requestCount += 1;
      if (requestCount === 1) return writerShape;
      throw new AppError('server-failed', 'The server failed.');
    });
    await node('plan');
    await act(() => client.refetchQueries());
    expect(await screen.findByText('As last seen')).toBeTruthy();
    await node('plan');
  });

  it('says so when there is nothing to draw', async () => {
    show(async () => buildGraphShape([], []));
    expect(await screen.findByText('This graph has no nodes')).toBeTruthy();
  });
});
