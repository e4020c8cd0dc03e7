import { describe, expect, it } from 'vitest';
import type { CancelResult, Run } from '../../../shared/model/run.ts';
import { defaultRunOptions } from '../../../shared/model/run-options.ts';
import { activeRuns, sinceLabel } from './active-runs.ts';
import { plainBreakpoint } from '../../shared-ui/stored-breakpoints.ts';
import { isStateless, buildRunRequest, type RunPlan } from './build-request.ts';
import { changedOptions, parseOptions, defaultOptions } from './composer-options.ts';
import { deletedRunMessage, cancelAllMessage, cancelMessage } from './cancel-messages.ts';

const run = (runId: string, status: Run['status']): Run => ({
  runId,
  threadId: 't',
  assistantId: 'a',
  status,
  createdAt: null,
  durationMs: null,
  hasLog: false,
  joinedLate: false,
  origin: { kind: 'input', checkpointId: null },
});

describe('stopWords', () => {
  const result: CancelResult = {
    status: 'interrupted',
    stopped: true,
    threadStatus: 'idle',
    statePreserved: true,
  };
  it.each<['interrupt' | 'rollback', Partial<CancelResult>, RegExp]>([
    ['interrupt', {}, /^Run cancelled\. Partial writes kept\. Thread idle\.$/],
    ['interrupt', { status: 'running', stopped: false }, /not stop the run: its status is running/],
    [
      'interrupt',
      { status: 'success', stopped: false, threadStatus: null },
      /^The run had already ended with status success\.$/,
    ],
    [
      'interrupt',
      { status: 'unknown', stopped: null, threadStatus: 'unknown', statePreserved: null },
      /^The server does not say whether the run has ended\.$/,
    ],
    [
      'interrupt',
      { stopped: null, threadStatus: 'interrupted' },
      /^Run interrupted: either it was stopped, or it waits for an answer\. The server does not say which\. Thread interrupted\.$/,
    ],
    ['interrupt', { status: 'success' }, /^Run stopped between two supersteps\. Partial writes kept\./],
    ['interrupt', { status: 'error' }, /^Run stopped\. The server lists it as failed\. Partial/],
    ['interrupt', { status: 'timeout' }, /^Run stopped: the server lists it as timeout\. Partial/],
    ['rollback', { status: 'error' }, /lists it as failed\. Its writes were not rolled back/],
    [
      'rollback',
      { status: null, statePreserved: false, threadStatus: 'busy' },
      /no longer lists it\. Its writes were rolled back\. Thread still busy\.$/,
    ],
  ])('after %s with %j says what the server said', (action, rest, expected) => {
    expect(cancelMessage(action, { ...result, ...rest })).toMatch(expected);
  });
});

describe('stopAllWords', () => {
  const stopped: CancelResult = {
    status: 'interrupted',
    stopped: true,
    threadStatus: 'idle',
    statePreserved: true,
  };
  const goesOn: CancelResult = { ...stopped, status: 'running', stopped: false, threadStatus: 'busy' };
  it('counts what stopped and what did not, and says how the thread stands at the end', () => {
    expect(cancelAllMessage([stopped], 2)).toBe('Stopped 1 of 2 runs.');
    expect(cancelAllMessage([stopped, stopped], 2)).toBe('Stopped 2 of 2 runs. Thread idle.');
    expect(cancelAllMessage([stopped, null, goesOn], 3)).toBe(
      'Stopped 1 of 3 runs. 1 did not stop. Thread still busy.',
    );
    const unclear: CancelResult = { ...stopped, stopped: null, threadStatus: 'interrupted' };
    expect(cancelAllMessage([stopped, unclear], 2)).toBe(
      'Stopped 1 of 2 runs. Unknown for 1 more. Thread interrupted.',
    );
  });
});

describe('freedWords', () => {
  it.each([
    ['deleted', 'busy', 0, 'The server no longer lists the run. The thread can run again.'],
    ['deleted', 'busy', 2, 'The server no longer lists the run. The 2 queued runs start.'],
    ['ended', 'idle', 0, 'The run is no longer active; nothing was deleted. Thread idle.'],
  ] as const)('after %s, %s and %i runs behind it', (outcome, threadStatus, waiting, expected) => {
    expect(deletedRunMessage({ outcome, threadStatus, waiting })).toBe(expected);
  });
});

describe('activeRuns', () => {
  it('names what holds a thread, oldest first, and a new run before it is listed', () => {
    const runs = [run('c', 'pending'), run('b', 'running'), run('a', 'success')];
    expect(activeRuns(runs, null, false).map(({ runId }) => runId)).toEqual(['b', 'c']);
    expect(activeRuns([], { threadId: 't', runId: 'new' }, true)).toMatchObject([{ runId: 'new' }]);
    // Its events told that it ended; the list is older.
    expect(activeRuns(runs, { threadId: 't', runId: 'b' }, false).map(({ runId }) => runId)).toEqual(['c']);
  });

  it('says since when, and from when on', () => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    const at = (createdAt: string | null) =>
      sinceLabel({ threadId: 't', runId: 'r', status: 'pending', createdAt }, now);
    expect(at(null)).toBe('pending');
    expect(at('2026-01-01T11:59:00Z')).toMatch(/^pending since /);
    expect(at('2026-01-01T13:00:00Z')).toMatch(/^pending, starts at /);
  });
});

describe('the options of a run', () => {
  it('reads what was stored, and takes what has another form as usual', () => {
    const stored = { recursionLimit: 7, durability: 'never', stateless: true, webhook: { kind: 'listener' } };
    expect(parseOptions(JSON.stringify(stored))).toEqual({
      ...defaultOptions,
      recursionLimit: 7,
      stateless: true,
      webhook: { kind: 'listener' },
    });
    expect(parseOptions('{')).toEqual(defaultOptions);
    expect(changedOptions(parseOptions(JSON.stringify(stored)))).toEqual([
      'recursionLimit',
      'webhook',
      'stateless',
    ]);
  });
});

describe('requestOf', () => {
  const plan: RunPlan = {
    connectionId: 'c',
    assistantId: 'a',
    threadId: 't',
    checkpointId: null,
    trigger: { kind: 'input', inputText: '{}' },
    options: defaultOptions,
    breakpoints: [plainBreakpoint('plan', 'before'), plainBreakpoint('write:deep', 'before')],
    pins: [],
    step: false,
  };

  it('sends the outputs of pinned nodes, unless there is no thread to write them to', () => {
    const pins = [{ nodeId: 'plan', outputText: '{"a":1.0}', source: null }];
    const pinned = { ...plan, pins };
    expect(buildRunRequest(pinned).pins).toEqual([{ nodeId: 'plan', outputText: '{"a":1.0}' }]);
    expect(buildRunRequest(plan).pins).toBeUndefined();
    const threadless = { ...pinned, options: { ...defaultOptions, stateless: true } };
    expect(buildRunRequest(threadless).pins).toBeUndefined();
  });

  it('stops at the nodes of the graph itself, and after every one for a step', () => {
    expect(buildRunRequest(plan).options).toEqual({ ...defaultRunOptions, interruptBefore: ['plan'] });
    expect(buildRunRequest({ ...plan, step: true }).options.interruptAfter).toEqual(['*']);
  });

  it('runs without a thread only what needs none', () => {
    const threadless = { ...plan, options: { ...defaultOptions, stateless: true } };
    expect(buildRunRequest(threadless).threadId).toBeNull();
    expect(isStateless({ ...threadless, trigger: { kind: 'continue' } })).toBe(false);
    expect(buildRunRequest({ ...threadless, checkpointId: 'cp' }).threadId).toBe('t');
  });
});
