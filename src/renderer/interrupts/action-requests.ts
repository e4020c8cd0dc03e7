import { compactJson, elementTexts, formatJson, memberText, memberTexts } from 'exact-json';
import { isJson } from '../../shared/parse-json.ts';
import { buildObjectText, parseString } from './json-format.ts';

export type Decision = 'approve' | 'edit' | 'respond' | 'reject' | 'ignore';

/** One requested action, with the allowed decisions. Texts are JSON as the server sent them. */
export interface ActionRequest {
  readonly name: string;
  readonly argsText: string;
  readonly description: string | null;
  readonly schemaText: string | null;
  readonly allowed: readonly Decision[];
}

/**
 * The decision on one request. `text`: arguments as JSON for an edit, plain text for a response or a
 * rejection.
 */
export interface DecisionAnswer {
  readonly decision: Decision;
  readonly text: string;
}

/** Requests of one interrupt. Decided separately and sent together, in the same order. */
export interface ActionRequestForm {
  readonly requests: readonly ActionRequest[];
  /** The answer as JSON. Every request must be decided, and every edit must be JSON. */
  readonly write: (decided: readonly DecisionAnswer[]) => string;
}

/**
 * Reads a value that follows one of the known contracts; `null` for every other value.
 *
 * - Agent inbox: `{action_request: {action, args}, config: {allow_...}, description}`, or a list of these. Answered with
 *   `{type: accept | edit | response | ignore, args}`, or a list of those.
 * - Approval middleware: `{action_requests: [{name, args, description}], review_configs: [{action_name,
 *   allowed_decisions}]}`, with names in camel case from JavaScript. Answered with `{decisions: [{type: approve | edit |
 *   reject | respond, ...}]}`.
 * - The same for a single call: `{type: "tool_approval", name, args, description}`, answered with one decision.
 */
export function readActionRequests(
  valueText: string,
  schemaText: string | null = null,
): ActionRequestForm | null {
  return inboxForm(valueText) ?? middlewareForm(valueText) ?? singleCallForm(valueText, schemaText);
}

function inboxForm(valueText: string): ActionRequestForm | null {
  const isList = valueText.trimStart().startsWith('[');
  const texts = isList ? elementTexts(valueText) : [valueText];
  const requests = texts.map(inboxRequest);
  const actionRequests = requests.filter((request) => request !== null);
  if (actionRequests.length === 0 || actionRequests.length < requests.length) return null;
  return {
    requests: actionRequests,
    write: (decided) => {
      const answers = decided.map((one, index) => inboxAnswer(one, actionRequests[index]?.name ?? ''));
      return isList ? `[${answers.join(',')}]` : (answers[0] ?? 'null');
    },
  };
}

function inboxRequest(text: string): ActionRequest | null {
  const action = memberText(text, 'action_request');
  if (action === null || !action.startsWith('{')) return null;
  const config = memberText(text, 'config') ?? '{}';
  const allows = (name: string): boolean => memberText(config, name) === 'true';
  const allowed: Decision[] = [];
  // A request without a config can at least be approved.
  if (memberText(config, 'allow_accept') !== 'false') allowed.push('approve');
  if (allows('allow_edit')) allowed.push('edit');
  if (allows('allow_respond')) allowed.push('respond');
  if (allows('allow_ignore')) allowed.push('ignore');
  return {
    name: parseString(memberText(action, 'action')) ?? 'action',
    argsText: memberText(action, 'args') ?? '{}',
    description: parseString(memberText(text, 'description')),
    schemaText: null,
    allowed,
  };
}

function inboxAnswer({ decision, text }: DecisionAnswer, name: string): string {
  switch (decision) {
    case 'approve':
      return '{"type":"accept","args":null}';
    case 'edit': {
      const action = buildObjectText([
        ['action', JSON.stringify(name)],
        ['args', compactJson(text)],
      ]);
      return `{"type":"edit","args":${action}}`;
    }
    case 'ignore':
      return '{"type":"ignore","args":null}';
    default:
      return `{"type":"response","args":${JSON.stringify(text)}}`;
  }
}

const decisions = ['approve', 'edit', 'respond', 'reject'] as const;

function middlewareForm(valueText: string): ActionRequestForm | null {
  const snake = memberText(valueText, 'action_requests');
  const list = snake ?? memberText(valueText, 'actionRequests');
  if (list === null || !list.startsWith('[')) return null;
  const editKey = snake === null ? 'editedAction' : 'edited_action';
  const configs = elementTexts(
    memberText(valueText, 'review_configs') ?? memberText(valueText, 'reviewConfigs') ?? '[]',
  );
  const texts = elementTexts(list);
  if (texts.length === 0) return null;
  const requests = texts.map((text, index) => middlewareRequest(text, index, configs));
  return {
    requests,
    write: (decided) =>
      `{"decisions":[${decided.map((one, index) => middlewareAnswer(one, requests[index]?.name ?? '', editKey)).join(',')}]}`,
  };
}

function middlewareRequest(text: string, index: number, configs: readonly string[]): ActionRequest {
  const name = parseString(memberText(text, 'name')) ?? 'action';
  const nameIn = (config: string): string | null =>
    parseString(memberText(config, 'action_name') ?? memberText(config, 'actionName'));
  const config = configs.find((one) => nameIn(one) === name) ?? configs[index] ?? '{}';
  const allowed = allowedIn(
    memberText(config, 'allowed_decisions') ?? memberText(config, 'allowedDecisions') ?? '[]',
  );
  return {
    name,
    // Early versions used `arguments`.
    argsText: memberText(text, 'args') ?? memberText(text, 'arguments') ?? '{}',
    description:
      parseString(memberText(text, 'description')) ?? parseString(memberText(config, 'description')),
    schemaText: memberText(config, 'args_schema') ?? memberText(config, 'argsSchema'),
    allowed: allowed.length > 0 ? allowed : ['approve', 'edit', 'reject'],
  };
}

function allowedIn(listText: string): Decision[] {
  const descriptions = elementTexts(listText).map(parseString);
  return decisions.filter((decision) => descriptions.includes(decision));
}

function middlewareAnswer({ decision, text }: DecisionAnswer, name: string, editKey: string): string {
  if (decision === 'approve') return '{"type":"approve"}';
  if (decision === 'edit') {
    const action = buildObjectText([
      ['name', JSON.stringify(name)],
      ['args', compactJson(text)],
    ]);
    return `{"type":"edit",${JSON.stringify(editKey)}:${action}}`;
  }
  if (decision === 'reject' && text === '') return '{"type":"reject"}';
  return `{"type":${JSON.stringify(decision)},"message":${JSON.stringify(text)}}`;
}

function singleCallForm(valueText: string, schemaText: string | null): ActionRequestForm | null {
  if (parseString(memberText(valueText, 'type')) !== 'tool_approval') return null;
  const name = parseString(memberText(valueText, 'name'));
  if (name === null) return null;
  const allowed = decisions.filter((decision) => schemaText === null || allowsType(schemaText, decision));
  const request: ActionRequest = {
    name,
    argsText: memberText(valueText, 'args') ?? '{}',
    description: parseString(memberText(valueText, 'description')),
    schemaText: null,
    allowed: allowed.length > 0 ? allowed : decisions,
  };
  return {
    requests: [request],
    write: ([one]) => (one ? middlewareAnswer(one, name, 'edited_action') : 'null'),
  };
}

// Whether the schema of a decision allows this type in any branch.
function allowsType(schemaText: string, decision: Decision): boolean {
  return compactJson(schemaText).includes(`"const":"${decision}"`);
}

/** The initial text of a decision: the arguments for an edit, empty for the others. */
export function initialDecision(decision: Decision, request: ActionRequest): DecisionAnswer {
  return { decision, text: decision === 'edit' ? formatJson(request.argsText) : '' };
}

/** What is missing in a decision; `null` if it can be sent. */
export function decisionProblem(decided: DecisionAnswer | null): string | null {
  if (decided === null) return 'needs a decision';
  if (decided.decision === 'edit' && !isJson(decided.text)) return 'has edited arguments that are not JSON';
  if (decided.decision === 'edit' && memberTexts(decided.text).length === 0 && !/^\s*\{/.test(decided.text)) {
    return 'needs an object of arguments';
  }
  if (decided.decision === 'respond' && decided.text.trim() === '') return 'has no response yet';
  return null;
}
