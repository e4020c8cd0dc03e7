import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeRequest } from '../../renderer/shared-ui/request-code/match-call.ts';
import { requestCode, type CodeForm } from '../../renderer/shared-ui/request-code/request-code.ts';
import { planSession } from '../../renderer/shared-ui/request-code/plan-session.ts';
import { sessionScript } from '../../renderer/shared-ui/request-code/session-script.ts';
import { itemCode } from '../../renderer/store/item-code.ts';
import { commandText } from '../../renderer/projects/project-labels.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { fc } from '../fast-check.ts';
import { findPython } from './python.ts';
import { inFull, scaled } from '../test-scale.ts';
import {
  asArgument,
  createCanary,
  hostileStates,
  knownAttacks,
  sessionIds,
  type HostileState,
} from './hostile-states.ts';
import {
  hasBash,
  runJavaScriptRecorded,
  runPythonRecorded,
  runShellRecorded,
  type RecordedCall,
  type RecordedProgram,
} from './run-programs.ts';

const canary = createCanary();
let states: readonly HostileState[];
beforeAll(() => {
  states = [...knownAttacks(canary.folder), ...fc.sample(hostileStates(canary.folder), scaled(10_000))];
});
afterAll(canary.dispose);

const url = 'http://127.0.0.1:1/base';
const connection: Connection = {
  id: 'c',
  kind: 'remote',
  name: 'Server',
  url,
  key: { storage: 'none', last4: null },
  headers: [],
};
const { thread, checkpoint, interrupt } = sessionIds;
const send = (method: string, path: string, body: string): CodeRequest => ({
  method,
  path,
  requestBody: body,
});

/** What a session sent, with a hostile state wherever it can be. */
function requestsOf({ text, name }: HostileState) {
  const named = JSON.stringify(name);
  const runs = `/threads/${thread}/runs/stream`;
  return [
    send('POST', '/threads', `{"thread_id":"${thread}","metadata":${text},"if_exists":"raise"}`),
    send('POST', runs, `{"assistant_id":"writer","input":${text}}`),
    send('POST', runs, `{"assistant_id":"writer","command":{"resume":{"${interrupt}":${text}}}}`),
    send(
      'POST',
      `/threads/${thread}/state`,
      `{"values":${text},"as_node":${named},"checkpoint_id":"${checkpoint}"}`,
    ),
    send('PUT', '/store/items', `{"namespace":[${named}],"key":${named},"value":${text}}`),
    // No SDK has a method for these.
    send('POST', `/odd/${asArgument(name)}`, text),
    send('PATCH', `/odd/${thread}?x=${encodeURIComponent(asArgument(name))}`, `[${text}]`),
  ];
}

function scriptOf(form: CodeForm, state: HostileState): string {
  const skipped = send('POST', `/threads/${thread}/runs/x${state.name}/cancel`, '{}');
  const requests = [...requestsOf(state), skipped].map((one) => ({ ...one, isIncomplete: false }));
  return sessionScript(form, planSession(requests, new Map([[thread, [checkpoint]]])), connection);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? { entries: Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)) }
      : part,
  );
}
const parsed = (text: string | null): unknown => JSON.parse(text ?? 'null');

/** The first states that did not come through as they were, with the programs that hold them. */
function altered(
  outcomes: readonly RecordedProgram[],
  programs: readonly string[],
  sentOf: (calls: readonly RecordedCall[]) => unknown,
  wantedOf: (state: HostileState) => unknown,
): unknown[] {
  return states
    .map((state, index) => {
      const { error, calls } = outcomes[index] ?? { error: 'not run', calls: [] };
      return { state, wanted: wantedOf(state), sent: error ?? sentOf(calls), program: programs[index] };
    })
    .filter(({ wanted, sent }) => canonical(sent) !== canonical(wanted))
    .slice(0, 3);
}

const python = findPython();
const limit = { timeout: 900_000 };

describe('a session as a script, with hostile states', limit, () => {
  it.skipIf(python === null)('runs nothing of them in Python (skipped without python3)', async () => {
    const programs = states.map((state) => scriptOf('python', state));
    const outcomes = await runPythonRecorded(programs);
    const named = (call: RecordedCall | undefined, name: string): unknown => call?.[2]?.[name];
    expect(
      altered(
        outcomes,
        programs,
        (calls) => {
          const changes = calls.filter(([name]) => !/get_state|get_history/.test(name));
          const [create, start, answer, edit, put, odd, odder] = changes;
          return [
            named(create, 'metadata'),
            [start?.[1], named(start, 'input')],
            named(answer, 'command'),
            [edit?.[1], named(edit, 'values'), named(edit, 'as_node'), named(edit, 'checkpoint_id')],
            put?.[1],
            [odd?.[1], named(odd, 'json')],
            [odder?.[1], named(odder, 'json')],
          ];
        },
        (state) => {
          const value = parsed(state.text);
          const [, , , , , odd, odder] = requestsOf(state);
          return [
            value,
            [[thread, 'writer'], value],
            { resume: { [interrupt]: value } },
            [[thread], value, state.name, checkpoint],
            [[state.name], state.name, value],
            [[odd?.path], value],
            [[odder?.path], [value]],
          ];
        },
      ),
    ).toEqual([]);
    expect(canary.traces()).toEqual([]);
  });

  it.each(['typescript', 'client'] as const)('runs nothing of them in JavaScript (%s)', async (form) => {
    const programs = states.map((state) => scriptOf(form, state));
    const outcomes = await runJavaScriptRecorded(programs);
    const last = (call: RecordedCall | undefined): unknown => call?.[1].at(-1);
    expect(
      altered(
        outcomes,
        programs,
        (calls) => {
          const changes = calls.filter(([name]) => !/getState|getHistory/.test(name));
          const [create, start, answer, edit, put, odd, odder] = changes;
          const body = (call: RecordedCall | undefined): unknown =>
            parsed((last(call) as { readonly body: string }).body);
          return [
            last(create),
            start?.[1],
            last(answer),
            edit?.[1],
            put?.[1],
            [odd?.[1][0], body(odd)],
            [odder?.[1][0], body(odder)],
          ];
        },
        (state) => {
          const value = parsed(state.text);
          const [, , , , , odd, odder] = requestsOf(state);
          return [
            { metadata: value },
            [thread, 'writer', { input: value }],
            { command: { resume: { [interrupt]: value } } },
            [thread, { values: value, asNode: state.name, checkpointId: checkpoint }],
            [[state.name], state.name, value],
            [`${url}${odd?.path ?? ''}`, value],
            [`${url}${odder?.path ?? ''}`, [value]],
          ];
        },
      ),
    ).toEqual([]);
    expect(canary.traces()).toEqual([]);
  });

  it.skipIf(!hasBash())('runs nothing of them in a shell (skipped without bash)', async () => {
    // Each curl and each substitution is a process.
    const some = inFull ? states : states.slice(0, 200);
    const scripts = some.map((state) => scriptOf('curl', state));
    const records = await runShellRecorded(scripts);
    const changed = some.map((state, index) => {
      const sent = (records[index] ?? []).filter((words) => words.includes('--data-raw'));
      const expected = requestsOf(state).map(({ path, requestBody }, step) => [
        `${url}${path}`,
        step === 0 ? { metadata: parsed(state.text) } : parsed(requestBody),
      ]);
      const requests = sent.map((words) => [
        words.find((word) => word.startsWith(url)),
        parsed(words[words.indexOf('--data-raw') + 1] ?? ''),
      ]);
      return canonical(requests) === canonical(expected)
        ? []
        : [{ script: scripts[index], found: requests, wanted: expected }];
    });
    expect(changed.flat().slice(0, 3)).toEqual([]);
    expect(canary.traces()).toEqual([]);
  });
});

describe('a request and an item as code, with hostile states', limit, () => {
  it.skipIf(python === null)('run nothing of them in Python (skipped without python3)', async () => {
    const programs = states.map((state) => {
      const request = send(
        'POST',
        '/threads/{thread_id}/runs/wait',
        `{"assistant_id":"a","input":${state.text}}`,
      );
      const item = {
        namespace: [state.name],
        key: state.name,
        valueText: state.text,
        createdAt: null,
        updatedAt: null,
      };
      return `${requestCode('python', request, connection, state.name)}\n${itemCode(item, 'python').replace('os.environ["LANGGRAPH_URL"]', '""')}`;
    });
    const outcomes = await runPythonRecorded(programs);
    expect(
      altered(
        outcomes,
        programs,
        (calls) => calls,
        ({ text, name }) => [
          ['threads.create', [], { graph_id: name }],
          ['runs.wait', [thread, 'a'], { input: parsed(text) }],
          ['store.put_item', [[name]], { key: name, value: parsed(text) }],
        ],
      ),
    ).toEqual([]);
    expect(canary.traces()).toEqual([]);
  });

  it('run nothing of them in JavaScript', async () => {
    const programs = states.map((state) => {
      const request = send(
        'POST',
        '/threads/{thread_id}/runs/wait',
        `{"assistant_id":"a","input":${state.text}}`,
      );
      const item = {
        namespace: [state.name],
        key: state.name,
        valueText: state.text,
        createdAt: null,
        updatedAt: null,
      };
      const [, requestText = ''] = itemCode(item, 'typescript').split('process.env.LANGGRAPH_URL });\n');
      return `${requestCode('typescript', request, connection, state.name)}\n${requestText}`;
    });
    const outcomes = await runJavaScriptRecorded(programs);
    expect(
      altered(
        outcomes,
        programs,
        (calls) => calls,
        ({ text, name }) => [
          ['threads.create', [{ graphId: name }]],
          ['runs.wait', [thread, 'a', { input: parsed(text) }]],
          ['store.putItem', [[name], name, parsed(text)]],
        ],
      ),
    ).toEqual([]);
    expect(canary.traces()).toEqual([]);
  });

  it.skipIf(!hasBash())('a command to copy is the same words in a shell (skipped without bash)', async () => {
    const words = states.map(({ name }) => [`/x/${asArgument(name)}`, '--port', 'a b']);
    const scripts = [words.map((all) => `words ${commandText(all, null)}\n`).join('')];
    const [calls = []] = await runShellRecorded(scripts);
    expect(calls).toEqual(words);
    expect(canary.traces()).toEqual([]);
  });
});
