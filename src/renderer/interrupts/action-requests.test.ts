import { describe, expect, it } from 'vitest';
import {
  decisionProblem,
  readActionRequests,
  initialDecision,
  type DecisionAnswer,
} from './action-requests.ts';

const allowAll = { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true };
const pay = `{"action_request":{"action":"pay","args":{"amount":3.0,"id":9007199254740993}},"config":${JSON.stringify(allowAll)},"description":"Pay?"}`;
const approve: DecisionAnswer = { decision: 'approve', text: '' };

function formOf(valueText: string, schemaText: string | null = null) {
  const form = readActionRequests(valueText, schemaText);
  if (!form) throw new Error('This is no request.');
  return form;
}

describe('the agent inbox', () => {
  it('is read from one request and from a list, and answered in the form in which it came', () => {
    expect(formOf(pay).requests).toEqual([
      {
        name: 'pay',
        argsText: '{"amount":3.0,"id":9007199254740993}',
        description: 'Pay?',
        schemaText: null,
        allowed: ['approve', 'edit', 'respond', 'ignore'],
      },
    ]);
    expect(formOf(pay).write([approve])).toBe('{"type":"accept","args":null}');
    expect(formOf(`[${pay}]`).write([approve])).toBe('[{"type":"accept","args":null}]');
  });

  it('answers each request of a list on its own, in order', () => {
    const form = formOf(`[${pay}, ${pay}, ${pay}]`);
    const answer = form.write([
      { decision: 'ignore', text: '' },
      { decision: 'respond', text: 'Say "why"' },
      approve,
    ]);
    expect(answer).toBe(
      String.raw`[{"type":"ignore","args":null},{"type":"response","args":"Say \"why\""},{"type":"accept","args":null}]`,
    );
  });

  it('keeps the types and the digits of edited arguments', () => {
    const [request] = formOf(pay).requests;
    if (!request) throw new Error('There is a request.');
    const started = initialDecision('edit', request);
    expect(started.text).toBe('{\n  "amount": 3.0,\n  "id": 9007199254740993\n}');
    const edited = { ...started, text: started.text.replace('3.0', '4.50') };
    expect(formOf(pay).write([edited])).toBe(
      '{"type":"edit","args":{"action":"pay","args":{"amount":4.50,"id":9007199254740993}}}',
    );
  });

  it('offers only what its config allows', () => {
    const only = (config: object): readonly string[] | undefined =>
      formOf(JSON.stringify({ action_request: { action: 'a', args: {} }, config })).requests[0]?.allowed;
    expect(only({})).toEqual(['approve']);
    expect(only({ allow_accept: false, allow_respond: true })).toEqual(['respond']);
  });

  it.each(['7', '[]', '"x"', '{"action_request":1}', `[${pay},1]`])('is not found in %s', (text) => {
    expect(readActionRequests(text)).toBeNull();
  });
});

describe('the approval middleware', () => {
  const snake = `{"action_requests":[{"name":"mail","args":{"to":"a"}},{"name":"drop","args":{},"description":"Why"}],
    "review_configs":[{"action_name":"drop","allowed_decisions":["approve","reject"]},
    {"action_name":"mail","allowed_decisions":["approve","edit","respond"],"args_schema":{"type":"object"}}]}`;

  it('finds the config of each action by its name', () => {
    expect(formOf(snake).requests).toMatchObject([
      { name: 'mail', allowed: ['approve', 'edit', 'respond'], schemaText: '{"type":"object"}' },
      { name: 'drop', allowed: ['approve', 'reject'], description: 'Why', schemaText: null },
    ]);
  });

  it('is answered with one list of decisions', () => {
    expect(
      formOf(snake).write([
        { decision: 'edit', text: '{"to": "b"}' },
        { decision: 'reject', text: '' },
      ]),
    ).toBe(
      '{"decisions":[{"type":"edit","edited_action":{"name":"mail","args":{"to":"b"}}},{"type":"reject"}]}',
    );
    expect(
      formOf(snake).write([
        { decision: 'respond', text: 'yes' },
        { decision: 'reject', text: 'no' },
      ]),
    ).toBe('{"decisions":[{"type":"respond","message":"yes"},{"type":"reject","message":"no"}]}');
  });

  it('speaks the camel case of JavaScript where it was asked so', () => {
    const camel = `{"actionRequests":[{"name":"mail","args":{}}],"reviewConfigs":[{"actionName":"mail","allowedDecisions":["edit"]}]}`;
    const form = formOf(camel);
    expect(form.requests[0]?.allowed).toEqual(['edit']);
    expect(form.write([{ decision: 'edit', text: '{}' }])).toBe(
      '{"decisions":[{"type":"edit","editedAction":{"name":"mail","args":{}}}]}',
    );
  });

  it('asks for a single call with the decisions that its schema names, and is answered with one', () => {
    const call =
      '{"type":"tool_approval","tool_call_id":"c1","name":"mail","args":{"n":1},"description":"Mail?"}';
    const schema =
      '{"anyOf":[{"properties":{"type":{"const": "approve"}}},{"properties":{"type":{"const":"edit"}}}]}';
    expect(formOf(call, schema).requests).toMatchObject([{ name: 'mail', allowed: ['approve', 'edit'] }]);
    expect(formOf(call, schema).write([approve])).toBe('{"type":"approve"}');
    expect(formOf(call).requests[0]?.allowed).toHaveLength(4);
  });
});

describe('a decision', () => {
  it.each<[string, DecisionAnswer | null, string]>([
    ['none', null, 'needs a decision'],
    ['a response without words', { decision: 'respond', text: ' ' }, 'no response'],
    ['an edit that is no JSON', { decision: 'edit', text: '{' }, 'not JSON'],
    ['an edit that is no object', { decision: 'edit', text: '3' }, 'object'],
  ])('is not enough: %s', (_, decided, problem) => {
    expect(decisionProblem(decided)).toContain(problem);
  });

  it.each<[string, DecisionAnswer]>([
    ['an approval', approve],
    ['a rejection without words', { decision: 'reject', text: '' }],
    ['an edit without arguments', { decision: 'edit', text: '{}' }],
  ])('can be sent: %s', (_, decided) => {
    expect(decisionProblem(decided)).toBeNull();
  });
});
