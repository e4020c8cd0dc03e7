import { AppError } from '../../shared/app-error.ts';
import { maxStoredTextLength } from '../../shared/model/stored-text.ts';
import { saveHandoff, takeHandoff } from './unload-handoff.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';

// Texts that outlive the window: in memory at once, on disk within half a second. One table for the window,
// loaded before any view can read it; share-texts.ts brings what other windows write later.
const writeDelayMs = 300;
const retryDelayMs = 5_000;
// Of the texts of one key that other windows write. This window does not learn which of them arrived.
const maxOtherTexts = 9;

const texts = new Map<string, string>();
const listeners = new Map<string, Set<() => void>>();
// Changed but not being written.
const unwritten = new Set<string>();
const sending = new Set<string>();
// Changed here since it was last broadcast to the other windows.
const unbroadcast = new Set<string>();
// What the disk may hold of a key: the text that was last read or written, and those whose write got no answer.
const mayBeStored = new Map<string, readonly (string | null)[]>();
let rpc: StudioRpc | null = null;
// Whose texts they are: a member's id, empty in a studio of one person, `null` while that is not known.
let owner: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
// A text that keeps failing must not block the others.
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let onProblem: (problem: unknown) => void = () => undefined;
// A full disk fails every write; it is reported once, until a write succeeds.
let isReported = false;
let broadcast: (key: string, text: string | null) => void = () => undefined;

/** A draft or setting of the window, from memory; `null` if none is stored. */
export function readStoredText(key: string): string | null {
  return texts.get(key) ?? null;
}

export function storedKeysUnder(prefix: string): readonly string[] {
  return [...texts.keys()].filter((key) => key.startsWith(prefix));
}

/** Stores a draft or setting of the window: in memory at once, on the disk of the host soon. `null` removes it. */
export function writeStoredText(key: string, text: string | null): void {
  if (readStoredText(key) === text) return;
  unwritten.add(key);
  unbroadcast.add(key);
  timer ??= setTimeout(flushStorage, writeDelayMs);
  set(key, text);
}

// Applies what another window writes. What was changed here and not broadcast yet is newer; what was broadcast, even if it
// could not be written yet, is older.
export function applyBroadcastText(key: string, text: string | null): void {
  mayBeStored.set(key, [...textsOnDisk(key).slice(-maxOtherTexts), text]);
  const own = readStoredText(key);
  if (unbroadcast.has(key) || own === text) return;
  if (!sending.has(key)) return set(key, text);
  // Two windows write at once, and which text the disk gets last is unknown. So each one that notices writes the same one of
  // the two again: the one that sorts last.
  unwritten.add(key);
  unbroadcast.add(key);
  if ((text ?? '') > (own ?? '')) set(key, text);
}

// `listener` is called with each text that this window writes, just before it is written for the first time.
export function setBroadcast(listener: typeof broadcast): void {
  broadcast = listener;
}

function set(key: string, text: string | null): void {
  if (text === null) texts.delete(key);
  else texts.set(key, text);
  wake(key);
}

// Writes pending texts. What fails stays in memory and is retried.
export function flushStorage(): void {
  clearTimeout(timer);
  clearTimeout(retryTimer);
  timer = undefined;
  retryTimer = undefined;
  if (rpc === null) return;
  // One write per key at a time: an older one that ends late must not pass for the newer one.
  const due = [...unwritten].filter((key) => !sending.has(key));
  for (const key of due) unwritten.delete(key);
  for (const key of due) void send(rpc, key);
}

async function send(to: StudioRpc, key: string): Promise<void> {
  sending.add(key);
  const before = textsOnDisk(key);
  try {
    const text = readStoredText(key);
    if (text !== null && text.length > maxStoredTextLength) throw tooLong(text.length);
    mayBeStored.set(key, [...before, text]);
    if (unbroadcast.delete(key)) broadcast(key, text);
    await to.call('storage.write', { key, text });
    mayBeStored.set(key, [text]);
    isReported = false;
  } catch (problem) {
    unwritten.add(key);
    retryTimer ??= setTimeout(flushStorage, retryDelayMs);
    const isAway = problem instanceof AppError && problem.code === 'port-closed';
    if (!isAway || problem.details['sent'] === 'no') mayBeStored.set(key, before);
    if (!isAway && !isReported) onProblem(problem);
    isReported ||= !isAway;
  } finally {
    sending.delete(key);
    // Changed meanwhile.
    if (unwritten.has(key) && retryTimer === undefined) timer ??= setTimeout(flushStorage, writeDelayMs);
  }
}

function textsOnDisk(key: string): readonly (string | null)[] {
  return mayBeStored.get(key) ?? [null];
}

function tooLong(length: number): AppError {
  const megabytes = (length / 1_000_000).toFixed(1);
  return new AppError('storage', `A text of ${megabytes} MB is too long to be saved to disk.`, {
    hint: 'It is lost when the window closes. Send it, or save it to a file.',
  });
}

/** Calls the listener after each change of a stored text. Returns a function that unsubscribes it. */
export function subscribeToStoredText(key: string, listener: () => void): () => void {
  const keyListeners = listeners.get(key) ?? new Set();
  listeners.set(key, keyListeners.add(listener));
  return () => {
    keyListeners.delete(listener);
    if (keyListeners.size === 0 && listeners.get(key) === keyListeners) listeners.delete(key);
  };
}

/**
 * Loads the stored texts. Texts written here meanwhile are newer and stay. `onError` is called for each text
 * that could not be stored. Rejects with the back end's `AppError` if nothing could be read: the window then
 * continues without.
 */
export async function loadStorage(from: StudioRpc, onError: (problem: unknown) => void): Promise<void> {
  if (rpc !== from) forgetAll();
  rpc = from;
  onProblem = onError;
  const asked = from.call('team.member', {}).then(
    ({ member }) => member?.id ?? '',
    () => null,
  );
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(from, after);
    for (const { key, text } of page.texts) {
      if (!sending.has(key)) mayBeStored.set(key, [text]);
      if (unwritten.has(key) || texts.has(key)) continue;
      set(key, text);
    }
    after = page.after;
    if (after === null) break;
  }
  owner = await asked;
  if (owner === null) return;
  const left = takeHandoff(owner, (key) => textsOnDisk(key)[0] ?? null);
  for (const { key, text } of left) writeStoredText(key, text);
}

function readPage(from: StudioRpc, after: string | null) {
  return from.call('storage.read', { after });
}

// Another back end has other texts.
function forgetAll(): void {
  clearTimeout(timer);
  clearTimeout(retryTimer);
  timer = undefined;
  retryTimer = undefined;
  texts.clear();
  unwritten.clear();
  unbroadcast.clear();
  mayBeStored.clear();
  isReported = false;
  owner = null;
}

function wake(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}

// Requests of an unloading page may be lost, so its texts are left to the next page.
globalThis.addEventListener?.('pagehide', () => {
  const keys = [...new Set([...unwritten, ...sending])];
  if (owner !== null)
    saveHandoff(
      owner,
      keys.map((key) => ({ key, text: readStoredText(key), replaces: textsOnDisk(key) })),
    );
  // There is no time to wait for older writes.
  sending.clear();
  flushStorage();
});
