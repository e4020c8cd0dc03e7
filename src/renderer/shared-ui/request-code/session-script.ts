import { pythonText, scriptText } from '../../../shared/code/code-literals.ts';
import type { Substitute, Template } from '../../../shared/code/template.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { codeServer, type CodeServer } from './code-server.ts';
import { curlCommand } from './curl.ts';
import { decodedPart, type CodeRequest } from './match-call.ts';
import { pythonSetup, pythonStatements } from './python-code.ts';
import type { CodeForm } from './request-code.ts';
import { scriptSetup, scriptStatements, type ScriptLanguage } from './script-code.ts';
import type { Lookup, SessionPlan, SessionStep } from './plan-session.ts';

/** A script that makes the requests of a session again, one after another. Secrets are environment variables. */
export function sessionScript(form: CodeForm, plan: SessionPlan, connection: Connection | null): string {
  if (form === 'curl') return shellScript(plan, connection);
  const server = codeServer(connection);
  return form === 'python' ? pythonScript(plan, server) : javaScript(form, plan, server);
}

export const scriptExtensions: Readonly<Record<CodeForm, string>> = {
  curl: 'sh',
  python: 'py',
  typescript: 'mts',
  client: 'mts',
};

type RequestStep = Extract<SessionStep, { readonly kind: 'request' }>;

function skippedLine({ method, path }: CodeRequest, reason: string, mark: string): string {
  return `${mark} Not repeated: ${method} ${path.replaceAll(/[^\x20-\x7e]/g, '?')} (${reason})`;
}

function threadOf({ thread }: Lookup, substitute: Substitute): Template {
  return substitute(decodedPart(thread) ?? thread, true);
}

function pythonScript({ steps }: SessionPlan, server: CodeServer): string {
  const lookup = (one: Lookup, substitute: Substitute): string[] => {
    const { variable, kind, index } = one;
    const thread = pythonText(threadOf(one, substitute));
    return kind === 'interrupt'
      ? [
          `interrupts = [one["id"] for task in client.threads.get_state(${thread})["tasks"] for one in task["interrupts"]]`,
          `${variable} = interrupts[${index}]`,
        ]
      : [
          `history = client.threads.get_history(${thread}, limit=1000)`,
          `${variable} = history[-${index + 1}]["checkpoint"]["checkpoint_id"]`,
        ];
  };
  const lines = steps.flatMap((step) => {
    if (step.kind === 'skipped') return ['', skippedLine(step.request, step.reason, '#')];
    const bound = step.binding;
    return [
      '',
      ...step.lookups.flatMap((one) => lookup(one, step.substitute)),
      ...pythonStatements(step.request, step.substitute),
      ...(bound === null ? [] : [`${bound.variable} = result["${bound.member}"]`]),
    ];
  });
  return [...pythonSetup(server), ...lines, ''].join('\n');
}

function javaScript(language: ScriptLanguage, { steps, variables }: SessionPlan, server: CodeServer): string {
  const lookup = (one: Lookup, substitute: Substitute): string[] => {
    const { variable, kind, index } = one;
    const thread = scriptText(threadOf(one, substitute));
    return kind === 'interrupt'
      ? [
          `const { tasks } = await client.threads.getState(${thread});`,
          `${variable} = tasks.flatMap((task) => task.interrupts ?? [])[${index}]?.id;`,
        ]
      : [
          `const history = await client.threads.getHistory(${thread}, { limit: 1000 });`,
          `${variable} = history.at(-${index + 1})?.checkpoint?.checkpoint_id;`,
        ];
  };
  const block = (lines: readonly string[]): string[] => ['{', ...lines.map((line) => `  ${line}`), '}'];
  const statementsOf = ({ request, substitute, binding }: RequestStep): string[] => {
    const options = { substitute, needsResult: binding !== null };
    const statements = scriptStatements(language, request, server, options).flatMap((line) =>
      line.split('\n'),
    );
    return binding === null ? statements : [...statements, `${binding.variable} = result.${binding.member};`];
  };
  const lines = steps.flatMap((step) => {
    if (step.kind === 'skipped') return ['', skippedLine(step.request, step.reason, '//')];
    return [
      '',
      ...step.lookups.flatMap((one) => block(lookup(one, step.substitute))),
      ...block(statementsOf(step)),
    ];
  });
  const names = variables.names();
  const declared = names.length === 0 ? [] : [`let ${names.join(', ')};`];
  const all = [...scriptSetup(language, lines, server), ...declared, ...lines, ''];
  return all.join('\n');
}

function shellScript({ steps }: SessionPlan, connection: Connection | null): string {
  const send = (request: CodeRequest, substitute: Substitute, filter: string | null): string =>
    `${curlCommand(request, connection, substitute)} \\\n  -sS --fail-with-body${filter === null ? '' : ` | jq -r '${filter}'`}`;
  const lookup = ({ variable, thread, kind, index }: Lookup, substitute: Substitute): string => {
    const get = (path: string, filter: string): string =>
      send({ method: 'GET', path: `/threads/${thread}${path}`, requestBody: null }, substitute, filter);
    return kind === 'interrupt'
      ? `${variable}=$(${get('/state', `[.tasks[].interrupts[].id][${index}]`)})`
      : `${variable}=$(${get('/history?limit=1000', `.[-${index + 1}].checkpoint.checkpoint_id`)})`;
  };
  const lines = steps.flatMap((step) => {
    if (step.kind === 'skipped') return ['', skippedLine(step.request, step.reason, '#')];
    const { binding, request, substitute, lookups } = step;
    const command =
      binding === null
        ? `${send(request, substitute, null)}\necho`
        : `${binding.variable}=$(${send(request, substitute, `.${binding.member}`)})`;
    return ['', ...lookups.map((one) => lookup(one, substitute)), command];
  });
  const head = ['#!/usr/bin/env bash', '# Needs curl and jq.', 'set -euo pipefail'];
  return [...head, ...lines, ''].join('\n');
}
