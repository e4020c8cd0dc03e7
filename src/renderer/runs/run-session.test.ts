import { expect, it } from 'vitest';
import { createRunLogStore } from './model/run-log-store.ts';
import type { RunStart } from './composer/run-start.ts';
import { showContinuation, showRun, showStartedRun } from './chosen-run.ts';
import {
  changeSelection,
  createRunSession,
  displayedRun,
  returnToServer,
  selectNode,
  startKey,
} from './run-session.ts';
import { chooseOwnThread, chooseServer, emptySelection, type Selection } from './selection.ts';

const selection = { connectionId: 'c', assistantId: 'a', threadId: 't', checkpointId: 'cp' };
const start: RunStart = { trigger: { kind: 'continue' }, checkpointId: null, step: false };
const origin = { kind: 'input', checkpointId: null } as const;
const toThread = (threadId: string) => (before: Selection) => chooseOwnThread(before, threadId);

it('another graph has activities of its own, and neither node nor run of the last server stay selected', () => {
  const session = createRunSession(selection);
  const { activity } = session.getState();
  selectNode(session, 'plan', 'task');
  showRun(session, 'picked');
  changeSelection(session, toThread('u'));
  expect(session.getState()).toMatchObject({ selectedNodeId: 'plan', selectedTaskId: null, activity });
  changeSelection(session, (before) => chooseServer(before, 'other'));
  expect(session.getState()).toMatchObject({ selectedNodeId: null, chosenRun: null });
  expect(session.getState().activity).not.toBe(activity);
});

it('a server that is returned to has the thread that was open there, and a new one has none', () => {
  const session = createRunSession(selection);
  returnToServer(session, 'other');
  expect(session.getState().selection).toEqual({ ...emptySelection, connectionId: 'other' });
  changeSelection(session, toThread('o'));
  returnToServer(session, 'c');
  expect(session.getState().selection).toEqual(selection);
  // It was closed since.
  changeSelection(session, (before) => chooseOwnThread(before, null));
  returnToServer(session, 'other');
  expect(session.getState().selection).toMatchObject({ connectionId: 'other', threadId: 'o' });
  returnToServer(session, 'c');
  expect(session.getState().selection).toMatchObject({ connectionId: 'c', threadId: null });
});

it('a failed start is forgotten when its thread is left, and one that is under way is not', () => {
  const session = createRunSession(selection);
  const key = startKey(selection);
  session.setState({ startAttempts: new Map([[key, { start, error: null }]]) });
  changeSelection(session, toThread('u'));
  expect(session.getState().startAttempts.get(key)).toEqual({ start, error: null });
  // What fails meanwhile is shown once.
  const error = new Error('busy');
  session.setState({ startAttempts: new Map([[key, { start, error }]]) });
  changeSelection(session, toThread('t'));
  expect(session.getState().startAttempts.get(key)).toEqual({ start, error });
  changeSelection(session, toThread('u'));
  expect(session.getState().startAttempts.has(key)).toBe(false);
});

it('a started run is displayed at the newest state, unless it runs in the background beside a displayed one', () => {
  const session = createRunSession(selection);
  session.setState({ followedLog: createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'shown' }) });
  showStartedRun(session, { threadId: 't', runId: 'new' }, origin, true);
  expect(session.getState().chosenRun).toEqual({ threadId: 't', runId: 'shown', beside: 't' });
  showStartedRun(session, { threadId: null, runId: 'stateless' }, origin, false);
  expect(session.getState()).toMatchObject({
    selection: { checkpointId: null },
    chosenRun: { threadId: null, runId: 'stateless', beside: 't', origin, isStarted: true },
  });
  expect(displayedRun(session.getState())?.runId).toBe('shown');
});

it('what continues a run that was started here replaces it, and never a run that was picked', () => {
  const session = createRunSession(selection);
  showRun(session, 'run');
  showContinuation(session, 'run', 'next');
  expect(session.getState().chosenRun?.runId).toBe('run');
  showStartedRun(session, { threadId: 't', runId: 'run' }, origin, false);
  showContinuation(session, 'another', 'next');
  expect(session.getState().chosenRun?.runId).toBe('run');
  showContinuation(session, 'run', 'next');
  expect(session.getState().chosenRun).toMatchObject({
    runId: 'next',
    origin: { kind: 'continue' },
    isListed: false,
  });
});
