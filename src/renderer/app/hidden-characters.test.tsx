import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GraphShape } from '../../shared/model/graph.ts';
import type { InboxThreadDetail } from '../../shared/model/inbox.ts';
import { aHealth, aThread, anAssistant, pageOf } from '../../testing/builders.ts';
import { demoConnection, snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { renderApp, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import type { LayoutListener } from '../graph/layout/layout-client.ts';
import { slowness } from '../../testing/slowness.ts';

// There are no workers here: the same engine lays out on this thread.
vi.mock('../graph/layout/start-layout-worker.ts', async () => {
  const { layoutGraph } = await import('../graph/layout/layout-graph.ts');
  return {
    startLayoutWorker: (listener: LayoutListener) => ({
      send: ({ id, input }: { id: number; input: Parameters<typeof layoutGraph>[0] }) =>
        void listener.onReply({ id, result: layoutGraph(input) }),
      end: () => undefined,
    }),
  };
});

/** Twelve kinds of trick, and what is shown in their place. */
const tricks = [
  ['override', '\u202e', '\\u202e'],
  ['embedding', '\u202b', '\\u202b'],
  ['isolate', '\u2067', '\\u2067'],
  ['mark of direction', '\u200f', '\\u200f'],
  ['Arabic letter mark', '\u061c', '\\u061c'],
  ['zero width space', '\u200b', '\\u200b'],
  ['word joiner', '\u2060', '\\u2060'],
  ['byte order mark', '\ufeff', '\\ufeff'],
  ['tag', '\u{e0041}', '\\u{e0041}'],
  ['soft hyphen', '\u00ad', '\\u00ad'],
  ['control', '\u0007', '\\u0007'],
  ['Hangul filler', '\u3164', '\\u3164'],
] as const;

const hostile = (word: string): string => tricks.map(([, character]) => `${word}${character}`).join('');
const hidden = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?![\n\r\t])\p{Cc}/u;

const shape: GraphShape = {
  nodes: [
    {
      id: '__start__',
      label: '__start__',
      parent: null,
      kind: 'start',
      breakBefore: false,
      breakAfter: false,
    },
    {
      id: hostile('node'),
      label: hostile('node'),
      parent: null,
      kind: 'plain',
      breakBefore: false,
      breakAfter: false,
    },
  ],
  edges: [
    { id: 'e', source: '__start__', target: hostile('node'), conditional: true, label: hostile('edge') },
  ],
  depth: 0,
};

const questions: InboxThreadDetail = {
  threadId: 't1',
  interrupts: [
    {
      taskId: 't',
      index: 0,
      id: 'i1',
      nodeId: hostile('node'),
      valueText: JSON.stringify({
        action_request: { action: hostile('tool'), args: { [hostile('key')]: hostile('argument') } },
        description: hostile('question'),
        config: { allow_accept: true, allow_respond: true },
      }),
    },
  ],
  answered: [],
  next: [hostile('node')],
  since: null,
};

let app: RenderedApp;
/** All that a person sees or hears, as one text. */
const shown = (element: Element): string => {
  const attributes = [...element.querySelectorAll('*'), element].flatMap((one) =>
    ['title', 'aria-label', 'aria-description', 'alt', 'placeholder', 'data-words'].map(
      (name) => one.getAttribute(name) ?? '',
    ),
  );
  return [element.textContent, ...attributes].join('\n');
};
const locations = new Map<string, string>();

beforeAll(async () => {
  const thread = aThread({ threadId: 't1', name: hostile('thread'), status: 'interrupted' });
  app = renderApp({
    calls: {
      'assistants.list': async () => [anAssistant({ name: hostile('assistant') })],
      'assistants.graph': async () => shape,
      'threads.list': async () => pageOf([thread]),
      'threads.get': async () => thread,
      'inbox.thread': async () => questions,
    },
    streams: {
      'connections.watch': (_input, signal) =>
        snapshotStream(
          { connections: [{ ...demoConnection, name: hostile('server') }], health: [aHealth()] },
          signal,
        ),
      'inbox.watch': (_input, signal) =>
        snapshotStream(
          {
            servers: [
              {
                connectionId: 'demo',
                name: hostile('server'),
                state: 'read',
                threads: [
                  {
                    threadId: 't1',
                    graphId: 'writer',
                    assistantId: null,
                    name: hostile('thread'),
                    updatedAt: null,
                    stop: null,
                  },
                ],
                hasMore: false,
                problem: null,
                readAt: null,
              },
            ],
          },
          signal,
        ),
    },
  });
  const user = userEvent.setup();
  const put = async (location: string, element: Promise<Element>): Promise<void> => {
    locations.set(location, shown(await element));
  };
  await put('server', screen.findByRole('button', { name: /^Server: server/ }));
  await put('assistant', screen.findByRole('button', { name: /^Assistant: assistant/ }));
  await put('thread', screen.findByRole('option', { name: /thread/ }));
  await put('node on the canvas', screen.findByTestId(/^node-node/, {}, { timeout: 15_000 * slowness() }));
  await put('edge on the canvas', screen.findByTestId('graph-canvas'));
  await user.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog'));
  await user.type(palette.getByRole('combobox'), 'thread');
  await put('entry of the palette', palette.findByRole('option', { name: /thread\\u202e/ }));
  locations.set('window', shown(document.body));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^Inbox/ }));
  await put('row of the Inbox', screen.findByRole('option', { name: /thread/ }));
  const card = await screen.findByRole('region', { name: /question/i });
  locations.set('question of an interrupt', shown(card));
  locations.set('tool of an interrupt', shown(card));
  locations.set('Inbox', shown(document.body));
}, 40_000 * slowness());

afterAll(() => {
  app.end();
  cleanup();
  localStorage.clear();
});

const names: Readonly<Record<string, string>> = {
  server: 'server',
  assistant: 'assistant',
  thread: 'thread',
  'node on the canvas': 'node',
  'edge on the canvas': 'edge',
  'entry of the palette': 'thread',
  'row of the Inbox': 'thread',
  'question of an interrupt': 'question',
  'tool of an interrupt': 'tool',
};

describe.each(Object.entries(names))('in the name of a %s', (location, word) => {
  it.each(tricks)('%s is visible', (_, character, escape) => {
    const text = locations.get(location) ?? '';
    expect(text).toContain(`${word}${escape}`);
    expect(text).not.toContain(character);
  });
});

it('nothing in the window hides', () => {
  const found = [...locations].filter(([, text]) => hidden.test(text));
  expect(
    found.map(([location, text]) => [
      location,
      JSON.stringify(text.slice(text.search(hidden) - 20).slice(0, 60)),
    ]),
  ).toEqual([]);
});
