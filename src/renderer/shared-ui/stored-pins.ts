import { useMemo } from 'react';
import { StoredPin, maxPinLength, maxPins, maxPinsLength, type Pin } from '../../shared/model/pin.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../shared/narrow.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { draftKey, readDraft, useDraft, writeDraft } from '../storage/drafts.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { sizeText } from '../ui/display/format.ts';
import { withoutMessageIds } from './without-message-ids.ts';

/** Pins belong to a graph of a server, so that all its assistants and threads have the same. */
export interface PinOwner {
  readonly connectionId: string;
  readonly graphId: string;
}

export interface Pins {
  readonly all: readonly StoredPin[];
  /** Pins an output, or replaces the one of its node. Returns why it can't be pinned, as a sentence; `null` once it is. */
  readonly put: (pin: StoredPin) => string | null;
  readonly remove: (nodeId: string) => void;
  readonly clear: () => void;
}

/** The pinned (mocked) outputs of a graph's nodes, and functions that change them. Stored in this window's drafts. */
export function usePins(owner: PinOwner): Pins {
  const { connectionId, graphId } = owner;
  const [text] = useDraft(keyOf(owner));
  return useMemo(() => {
    const pinOwner = { connectionId, graphId };
    return {
      all: parsePins(text),
      put: (pin) => putPin(pinOwner, pin),
      remove: (nodeId) => removePin(pinOwner, nodeId),
      clear: () => write(pinOwner, []),
    };
  }, [connectionId, graphId, text]);
}

/** The pins as they are stored now, without following changes. */
export function readPins(owner: PinOwner): readonly StoredPin[] {
  return parsePins(readDraft(keyOf(owner)));
}

/** The pins of a run about to start, as it is sent. */
export function pinsOfRun(pins: readonly StoredPin[]): Pin[] {
  return pins.map(({ nodeId, outputText }) => ({ nodeId, outputText }));
}

/** Pins what a node wrote in a run, and says so. */
export function pinResult(
  owner: PinOwner,
  nodeId: string,
  resultText: string | null,
  source: StoredPin['source'],
): void {
  if (resultText === null) return showToast(`No output of ${nodeId} is known.`, 'wait');
  const { text, removed } = withoutMessageIds(resultText);
  const problem = putPin(owner, { nodeId, outputText: text, source });
  if (problem !== null) return showToast(problem, 'fail');
  const note =
    removed === 0
      ? ''
      : ' Message IDs are left out, so that runs add the messages instead of replacing them.';
  showToast(`Pinned ${nodeId}: runs write this output instead of running the node.${note}`, 'mute', {
    label: 'Unpin',
    isElsewhere: true,
    run: () => removePin(owner, nodeId),
  });
}

/** Why an output can't be pinned, as a sentence; `null` if it can. */
export function outputProblem(outputText: string): string | null {
  if (outputText.length > maxPinLength)
    return `The output is ${sizeText(outputText.length)}. At most ${sizeText(maxPinLength)} can be pinned.`;
  const trimmed = outputText.trim();
  if (trimmed === 'null') return null;
  if (parseJson(trimmed) === undefined) return 'The output is not valid JSON.';
  return trimmed.startsWith('{')
    ? null
    : 'Only an output that writes keys of the state can be pinned: a JSON object, or null.';
}

function putPin(owner: PinOwner, pin: StoredPin): string | null {
  const problem = outputProblem(pin.outputText);
  if (problem !== null) return problem;
  const before = readPins(owner);
  const index = before.findIndex(({ nodeId }) => nodeId === pin.nodeId);
  const after = index < 0 ? [...before, pin] : before.with(index, pin);
  if (after.length > maxPins)
    return `At most ${maxPins} nodes of a graph can be pinned. Unpin another one first.`;
  const length = after.reduce((sum, { outputText }) => sum + outputText.length, 0);
  if (length > maxPinsLength)
    return `The pinned outputs of a graph may have ${sizeText(maxPinsLength)} together. Unpin another node first.`;
  write(owner, after);
  return null;
}

function removePin(owner: PinOwner, nodeId: string): void {
  write(
    owner,
    readPins(owner).filter((pin) => pin.nodeId !== nodeId),
  );
}

function write(owner: PinOwner, pins: readonly StoredPin[]): void {
  writeDraft(keyOf(owner), pins.length === 0 ? null : JSON.stringify({ pins }));
}

function parsePins(text: string | null): readonly StoredPin[] {
  if (text === null) return none;
  const list = arrayOrEmpty(recordOrEmpty(parseJson(text))['pins']);
  const nodeIds = new Set<string>();
  return list
    .flatMap((one): StoredPin[] => {
      const { success, data } = StoredPin.safeParse(one);
      return success && !nodeIds.has(data.nodeId) && nodeIds.add(data.nodeId) ? [data] : [];
    })
    .slice(0, maxPins);
}

const none: readonly StoredPin[] = [];

function keyOf({ connectionId, graphId }: PinOwner): string {
  return draftKey('graph-pins', connectionId, graphId);
}
