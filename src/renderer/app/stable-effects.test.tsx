import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type * as React from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { aThread, anAssistant, pageOf } from '../../testing/builders.ts';
import { inFull } from '../../testing/test-scale.ts';
import type { RenderedApp } from '../../testing/renderer/render-app.tsx';
import type { GraphShape } from '../../shared/model/graph.ts';

/** Effects with dependencies that have run, by the place in the code that made them. */
const effectRuns = vi.hoisted(() => new Map<string, number>());

vi.mock('react', async (importOriginal) => {
  const react = await importOriginal<typeof React>();
  const counted =
    (use: typeof React.useEffect): typeof React.useEffect =>
    (effect, dependencies) => {
      const frames = new Error('place').stack?.split('\n') ?? [];
      const place = /src\/renderer\/[^:?)]+(?:\?[^:]*)?:\d+/.exec(
        frames.find((frame) => frame.includes('src/renderer/') && !frame.includes('stable-effects')) ?? '',
      )?.[0];
      use(() => {
        if (place !== undefined && dependencies !== undefined)
          effectRuns.set(place, (effectRuns.get(place) ?? 0) + 1);
        return effect();
      }, dependencies);
    };
  return {
    ...react,
    useEffect: counted(react.useEffect),
    useLayoutEffect: counted(react.useLayoutEffect),
  };
});

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
  localStorage.clear();
});

const node = (id: string) =>
  ({ id, label: id, parent: null, kind: 'plain', breakBefore: false, breakAfter: false }) as const;
const shape: GraphShape = { nodes: [node('plan'), node('write')], edges: [], depth: 0 };

it('runs no effect again when it renders again without a change', async () => {
  const { renderApp } = await import('../../testing/renderer/render-app.tsx');
  const { App } = await import('./App.tsx');
  const rendered = renderApp({
    calls: {
      'assistants.list': async () => [anAssistant()],
      'assistants.graph': async () => shape,
      'threads.list': async () => pageOf([aThread({ threadId: 't', name: 'Notes', graphId: 'writer' })]),
    },
  });
  app = rendered;
  const user = userEvent.setup();
  await user.click(await screen.findByRole('option', { name: /Notes/ }));
  const found: Record<string, number> = {};
  const views = screen.getByRole('navigation', { name: 'Views' }).querySelectorAll('button');
  expect(views.length).toBeGreaterThan(8);
  for (const view of inFull ? views : [...views].slice(0, 3)) {
    await user.click(view);
    // What loads has to come first.
    let last = -1;
    await waitFor(
      () => {
        const now = [...effectRuns.values()].reduce((sum, count) => sum + count, 0);
        const isSettled = now === last;
        last = now;
        expect(isSettled).toBe(true);
      },
      { interval: 150 },
    );
    effectRuns.clear();
    for (let round = 0; round < 5; round += 1)
      act(() => rendered.rerender(<App hostConnection={rendered.hostConnection} />));
    for (const [place, count] of effectRuns) if (count >= 5) found[place] = count;
  }
  expect(found).toEqual({});
});
