import { memberText, memberTexts } from 'exact-json';
import type { Substitute } from '../../../shared/code/template.ts';
import type { CodeRequest } from './match-call.ts';
import { createVariables, idsIn, type Variables } from './variables.ts';

export interface SessionRequest extends CodeRequest {
  /** Part of its body is missing: it was too long, or has a secret. */
  readonly isIncomplete: boolean;
}

// What is asked before a request, because it is another one each time.
export interface Lookup {
  readonly variable: string;
  readonly thread: string;
  // The pending interrupt, or the checkpoint from the oldest one on, counted from 0.
  readonly kind: 'interrupt' | 'checkpoint';
  readonly index: number;
}

export type SessionStep =
  | {
      readonly kind: 'request';
      readonly request: CodeRequest;
      // Finds the ids in it that are variables by then.
      readonly substitute: Substitute;
      readonly lookups: readonly Lookup[];
      // The member of its result that later steps use, and where it goes.
      readonly binding: { readonly variable: string; readonly member: string } | null;
    }
  | { readonly kind: 'skipped'; readonly request: CodeRequest; readonly reason: string };

export interface SessionPlan {
  readonly steps: readonly SessionStep[];
  readonly variables: Variables;
}

/**
 * Plans how requests are made again: what was created gets new ids, which later requests use. `checkpoints`: of each
 * thread, the ids of its checkpoints, oldest first. Threads that existed before keep their ids.
 */
export function planSession(
  requests: readonly SessionRequest[],
  checkpoints: ReadonlyMap<string, readonly string[]>,
): SessionPlan {
  const variables = createVariables();
  let madeCron = false;
  const steps = requests.map((request): SessionStep => {
    const { method, isIncomplete } = request;
    const [route = ''] = request.path.split('?');
    const plain = { method, path: request.path, requestBody: request.requestBody };
    if (isIncomplete)
      return { kind: 'skipped', request: plain, reason: 'the log does not contain all of its body' };
    if (/^\/threads\/[^/]+\/runs\/(?!crons$)[^/]+/.test(route) && !isRunStart(route))
      return { kind: 'skipped', request: plain, reason: 'its run has a different ID each time' };
    if (/^\/threads\/[^/]+\/copy$/.test(route))
      return { kind: 'skipped', request: plain, reason: 'the log does not contain the ID of the copy' };
    if (madeCron && route.startsWith('/runs/crons/'))
      return {
        kind: 'skipped',
        request: plain,
        reason: 'it may belong to a cron that has a different ID each time',
      };
    madeCron ||= method === 'POST' && route.endsWith('/runs/crons');
    return plan(plain, route, checkpoints, variables);
  });
  return { steps, variables };
}

const isRunStart = (route: string): boolean =>
  /^(?:\/threads\/[^/]+)?\/runs(?:\/stream|\/wait)?$/.test(route);

function plan(
  request: CodeRequest,
  route: string,
  checkpoints: ReadonlyMap<string, readonly string[]>,
  variables: Variables,
): SessionStep {
  const { method } = request;
  if (method === 'POST' && (route === '/threads' || route === '/assistants')) {
    const name = route === '/threads' ? 'thread' : 'assistant';
    const member = `${name}_id`;
    const id: unknown = JSON.parse(memberText(request.requestBody ?? '{}', member) ?? 'null');
    const others = withoutMembers(request.requestBody ?? '{}', [member, 'if_exists']);
    // What it creates is named only for what comes after it.
    const substitute = variables.substitute();
    const binding = typeof id === 'string' ? { variable: variables.add(name, id), member } : null;
    return {
      kind: 'request',
      request: { ...request, requestBody: others },
      substitute,
      lookups: [],
      binding,
    };
  }
  const threadId = /^\/threads\/([^/]+)/.exec(route)?.[1] ?? null;
  const isOwn = threadId !== null && variables.nameOf(threadId) !== null;
  const start = isRunStart(route);
  const body =
    start && request.requestBody !== null ? withoutStudioWebhook(request.requestBody) : request.requestBody;
  const lookups = [
    ...(start && threadId !== null ? interruptLookups(body, threadId, variables) : []),
    ...(isOwn ? checkpointLookups(body, threadId, checkpoints.get(threadId) ?? [], variables) : []),
  ];
  // A run in the background would still be under way in the next step.
  const path = start ? request.path.replace(/\/runs(?=\?|$)/, '/runs/stream') : request.path;
  return {
    kind: 'request',
    request: { method, path, requestBody: body },
    substitute: variables.substitute(),
    lookups,
    binding: null,
  };
}

const interruptId = /^[0-9a-f]{32}$/;

// Answers are addressed to interrupts in the order in which they are pending.
function interruptLookups(body: string | null, thread: string, variables: Variables): Lookup[] {
  const resume = memberText(memberText(body ?? '{}', 'command') ?? '{}', 'resume');
  if (resume === null || !resume.startsWith('{')) return [];
  const ids = memberTexts(resume).map(({ key }) => key);
  if (!ids.every((id) => interruptId.test(id))) return [];
  return ids.map((id, index) => ({
    kind: 'interrupt',
    variable: variables.add('interrupt', id),
    thread,
    index,
  }));
}

// Checkpoints that the body names, of those that the thread has.
function checkpointLookups(
  body: string | null,
  thread: string,
  ids: readonly string[],
  variables: Variables,
): Lookup[] {
  const named = body === null ? new Set<string>() : idsIn(body);
  return ids.flatMap((id, index) =>
    named.has(id) ? { kind: 'checkpoint', variable: variables.add('checkpoint', id), thread, index } : [],
  );
}

// The studio's own listener would not be there, and its token is masked.
function withoutStudioWebhook(body: string): string {
  const webhook: unknown = JSON.parse(memberText(body, 'webhook') ?? 'null');
  return typeof webhook === 'string' && /\/hook(?:\/|\?token=)/.test(webhook)
    ? withoutMembers(body, ['webhook'])
    : body;
}

function withoutMembers(object: string, names: readonly string[]): string {
  const members = memberTexts(object).filter(({ key }) => !names.includes(key));
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
