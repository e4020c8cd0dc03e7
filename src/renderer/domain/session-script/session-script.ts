import type { Connection } from '../../../shared/model/connections/connection.ts';
import { codeServer, type CodeServer } from '../request-code/code-server.ts';
import { curlCommand } from '../request-code/curl.ts';
import type { CodeRequest } from '../request-code/match-call.ts';
import { pythonSetup, pythonStatements } from '../request-code/python-code.ts';
import type { CodeForm } from '../request-code/request-code.ts';
import { scriptSetup, scriptStatements, type ScriptLanguage } from '../request-code/script-code.ts';
import type { Lookup, SessionPlan, SessionStep } from './plan-session.ts';
import { withCodeVariables, withShellVariables } from './variables.ts';

/** A script that makes the requests of a session again, one after another. Secrets are environment variables. */
export function sessionScript(form: CodeForm, plan: SessionPlan, connection: Connection | null): string {
  if (form === 'curl') return shellScript(plan, connection);
  const server = codeServer(connection);
  return form === 'python' ? pythonScript(plan, server) : javaScript(form, plan, server);
}

/** The extension of a script's file. */
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

function pythonScript({ steps }: SessionPlan, server: CodeServer): string {
  const lookup = ({ variable, thread, kind, index }: Lookup): string[] =>
    kind === 'interrupt'
      ? [
          `interrupts = [one["id"] for task in client.threads.get_state("${thread}")["tasks"] for one in task["interrupts"]]`,
          `${variable} = interrupts[${index}]`,
        ]
      : [
          `history = client.threads.get_history("${thread}", limit=1000)`,
          `${variable} = history[-${index + 1}]["checkpoint"]["checkpoint_id"]`,
        ];
  const lines = steps.flatMap((step) => {
    if (step.kind === 'skipped') return ['', skippedLine(step.request, step.reason, '#')];
    const bound = step.binding;
    return [
      '',
      ...step.lookups.flatMap(lookup),
      ...pythonStatements(step.request),
      ...(bound === null ? [] : [`${bound.variable} = result["${bound.member}"]`]),
    ];
  });
  return withCodeVariables([...pythonSetup(server), ...lines, ''].join('\n'), 'python');
}

function javaScript(language: ScriptLanguage, { steps, variables }: SessionPlan, server: CodeServer): string {
  const lookup = ({ variable, thread, kind, index }: Lookup): string[] =>
    kind === 'interrupt'
      ? [
          `const { tasks } = await client.threads.getState("${thread}");`,
          `${variable} = tasks.flatMap((task) => task.interrupts ?? [])[${index}]?.id;`,
        ]
      : [
          `const history = await client.threads.getHistory("${thread}", { limit: 1000 });`,
          `${variable} = history.at(-${index + 1})?.checkpoint?.checkpoint_id;`,
        ];
  const block = (lines: readonly string[]): string[] => ['{', ...lines.map((line) => `  ${line}`), '}'];
  const statementsOf = (step: RequestStep): string[] => {
    const statements = scriptStatements(language, step.request, server).flatMap((line) => line.split('\n'));
    const bound = step.binding;
    const isPlain = statements.some((line) => line.startsWith('const response = '));
    if (bound === null || isPlain) return statements;
    return [...statements, `${bound.variable} = result.${bound.member};`];
  };
  const lines = steps.flatMap((step) => {
    if (step.kind === 'skipped') return ['', skippedLine(step.request, step.reason, '//')];
    return ['', ...step.lookups.flatMap((one) => block(lookup(one))), ...block(statementsOf(step))];
  });
  const names = variables.names();
  const declared = names.length === 0 ? [] : [`let ${names.join(', ')};`];
  const all = [...scriptSetup(language, lines, server), ...declared, ...lines, ''];
  return withCodeVariables(all.join('\n'), 'javascript');
}

function shellScript({ steps }: SessionPlan, connection: Connection | null): string {
  const send = (request: CodeRequest, filter: string | null): string =>
    `${curlCommand(request, connection)} \\\n  -sS --fail-with-body${filter === null ? '' : ` | jq -r '${filter}'`}`;
  const get = (path: string, filter: string): string =>
    send({ method: 'GET', path, requestBody: null }, filter);
  const lookup = ({ variable, thread, kind, index }: Lookup): string =>
    kind === 'interrupt'
      ? `${variable}=$(${get(`/threads/${thread}/state`, `[.tasks[].interrupts[].id][${index}]`)})`
      : `${variable}=$(${get(`/threads/${thread}/history?limit=1000`, `.[-${index + 1}].checkpoint.checkpoint_id`)})`;
  const lines = steps.flatMap((step) => {
    if (step.kind === 'skipped') return ['', skippedLine(step.request, step.reason, '#')];
    const { binding, request, lookups } = step;
    const command =
      binding === null
        ? `${send(request, null)}\necho`
        : `${binding.variable}=$(${send(request, `.${binding.member}`)})`;
    return ['', ...[...lookups.map(lookup), command].map(withShellVariables)];
  });
  const head = ['#!/usr/bin/env bash', '# Needs curl and jq.', 'set -euo pipefail'];
  return [...head, ...lines, ''].join('\n');
}
