import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { StoredPin } from '../../shared/model/pin.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { readPins, pinResult } from '../shared-ui/stored-pins.ts';
import { draftKey } from './drafts.ts';
import { flushStorage, loadStorage, readStoredText, writeStoredText } from './persistent-store.ts';
import { shareTexts, textChannelName } from './share-texts.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

let written = new Map<string, string | null>();
/** What the disk waits for before it takes a text. */
let answered: Promise<void> | null = null;
let isAway = false;
beforeEach(async () => {
  answered = null;
  written = new Map();
  isAway = false;
  const rpc = {
    call: async (method: string, input: { readonly key: string; readonly text: string | null }) => {
      if (method !== 'storage.write') return { texts: [], after: null, member: null };
      if (answered !== null) await answered;
      if (isAway)
        throw new AppError('port-closed', 'Connection to the studio lost.', { details: { sent: 'no' } });
      written.set(input.key, input.text);
      return {};
    },
  } as unknown as StudioRpc;
  await loadStorage(rpc, (problem) => expect.unreachable(String(problem)));
  cleanups.push(shareTexts('ada'));
});

/** Another window; `heard` is what it was told. */
function openOtherWindow(owner = 'ada') {
  const channel = new BroadcastChannel(textChannelName(owner));
  const heard: unknown[] = [];
  channel.addEventListener('message', ({ data }) => heard.push(data));
  cleanups.push(() => channel.close());
  return { tell: (message: unknown) => channel.postMessage(message), heard };
}

const owner = { connectionId: 'c', graphId: 'g' };
const pinsKey = draftKey('graph-pins', 'c', 'g');
const source: StoredPin['source'] = null;
const pinsText = (...nodeIds: string[]): string =>
  JSON.stringify({ pins: nodeIds.map((nodeId) => ({ nodeId, outputText: '{}', source })) });

it('adds a pin to those that another window has written meanwhile', async () => {
  const other = openOtherWindow();
  other.tell({ key: pinsKey, text: pinsText('first') });
  await expect.poll(() => readPins(owner).map(({ nodeId }) => nodeId)).toEqual(['first']);
  pinResult(owner, 'second', '{}', source);
  flushStorage();
  expect(written.get(pinsKey)).toBe(pinsText('first', 'second'));
  await expect.poll(() => other.heard).toEqual([{ key: pinsKey, text: pinsText('first', 'second') }]);
});

it('takes over that another window has removed a text', async () => {
  writeStoredText('draft', 'typed here');
  flushStorage();
  openOtherWindow().tell({ key: 'draft', text: null });
  await expect.poll(() => readStoredText('draft')).toBeNull();
});

it('gives nothing to windows of another member of the team, and takes nothing from them', async () => {
  const others = openOtherWindow('grace');
  const own = openOtherWindow();
  others.tell({ key: 'note of grace', text: 'hers' });
  writeStoredText('note of ada', 'mine');
  flushStorage();
  own.tell({ key: 'last', text: 'told' });
  await expect.poll(() => readStoredText('last')).toBe('told');
  await expect.poll(() => own.heard).toEqual([{ key: 'note of ada', text: 'mine' }]);
  expect(readStoredText('note of grace')).toBeNull();
  expect(others.heard).toEqual([]);
});

it.each([
  { here: 'a', there: 'b', kept: 'b' },
  { here: 'b', there: 'a', kept: 'b' },
  { here: 'a', there: null, kept: 'a' },
])('keeps one text in both windows and on the disk when two are written at once: %o', async (texts) => {
  const key = `draft of ${texts.here} and ${texts.there}`;
  const other = openOtherWindow();
  let answer = (): void => undefined;
  answered = new Promise((resolve) => (answer = resolve));
  writeStoredText(key, texts.here);
  flushStorage();
  other.tell({ key, text: texts.there });
  other.tell({ key: 'last', text: key });
  await expect.poll(() => readStoredText('last')).toBe(key);
  expect(readStoredText(key)).toBe(texts.kept);
  answer();
  await expect
    .poll(() => other.heard)
    .toEqual([
      { key, text: texts.here },
      { key, text: texts.kept },
    ]);
  await expect.poll(() => written.get(key)).toBe(texts.kept);
});

it('keeps a text that was changed here last, and ignores what is no text', async () => {
  const other = openOtherWindow();
  writeStoredText('draft', 'newer');
  other.tell({ key: 'draft', text: 'older' });
  other.tell({ key: 'draft', text: 5 });
  other.tell('broken');
  other.tell({ key: 'last', text: 'told' });
  await expect.poll(() => readStoredText('last')).toBe('told');
  expect(readStoredText('draft')).toBe('newer');
  flushStorage();
  expect(written.get('draft')).toBe('newer');
  expect(written.has('last')).toBe(false);
});

it('takes over what another window wrote later, although the own text could not be written yet', async () => {
  const other = openOtherWindow();
  isAway = true;
  writeStoredText('outage', 'typed here first');
  flushStorage();
  await expect.poll(() => other.heard).toEqual([{ key: 'outage', text: 'typed here first' }]);
  other.tell({ key: 'outage', text: 'typed there later' });
  await expect.poll(() => readStoredText('outage')).toBe('typed there later');
  isAway = false;
  flushStorage();
  await expect.poll(() => written.get('outage')).toBe('typed there later');
});
