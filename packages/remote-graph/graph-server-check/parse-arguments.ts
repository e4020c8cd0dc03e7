import { parseArgs } from 'node:util';
import {
  isRoleName,
  roleNames,
  ServerCheckError,
  type RoleChoices,
} from '../src/server-check/server-check.ts';

export const formats = ['human', 'json', 'markdown', 'junit'] as const;
export type Format = (typeof formats)[number];

export interface CheckArguments {
  readonly kind: 'check';
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly roles: RoleChoices;
  readonly only: readonly string[];
  readonly format: Format;
  readonly output: string | undefined;
  readonly baseline: string | undefined;
  readonly name: string | undefined;
  readonly concurrency: number | undefined;
  readonly caseMs: number | undefined;
  readonly totalMs: number | undefined;
  readonly yes: boolean;
}

export type Arguments = CheckArguments | { readonly kind: 'help' | 'version' | 'list' };

export const helpText = `graph-server-check URL [options]

Tries what the API of graph servers promises, and says what is missing, different or broken.
It creates threads, runs, assistants, crons and items of the store, and deletes them again.

  --format FORMAT       human (default), json (the profile), markdown or junit
  --output FILE         write the report there
  --baseline FILE       compare with a profile; exit code 1 when something got worse
  --only ID             only this case, or the cases that begin with it (may be repeated)
  --graph NAME=ROLE     the graph that plays a role, where the reference graph is not there (may be repeated)
  --input ROLE=JSON     the input of a role (may be repeated)
  --api-key-env NAME    the environment variable that has the API key
  --header NAME:VALUE   a header of each request (may be repeated)
  --name NAME           the server's name in the report
  --concurrency NUMBER  cases at the same time (6)
  --timeout SECONDS     limit of one case (30)
  --total SECONDS       limit of the whole check (900)
  --yes                 check a server on another machine without a question
  --list                list the cases and the roles
  --version, --help

Exit codes: 0 checked; 1 worse than the baseline, or something could not be removed; 2 not checked; 130 stopped
`;

// Reads the command line. Throws a `ServerCheckError` that says what is wrong.
export function parseArguments(args: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const { values, positionals } = parsed(args);
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  if (values.list === true) return { kind: 'list' };
  const [url, ...more] = positionals;
  if (url === undefined) throw new ServerCheckError('The address of the server is missing. See --help.');
  if (more.length > 0)
    throw new ServerCheckError(`Only one address can be checked. "${more[0]}" is one more.`);
  const format = formats.find((name) => name === (values.format ?? 'human'));
  if (format === undefined) {
    throw new ServerCheckError(`--format is one of ${formats.join(', ')}, not "${values.format}".`);
  }
  return {
    kind: 'check',
    url,
    apiKey: values['api-key-env'] === undefined ? undefined : keyIn(env, values['api-key-env']),
    headers: Object.fromEntries((values.header ?? []).map(headerOf)),
    roles: { graphs: graphsOf(values.graph ?? []), inputs: inputsOf(values.input ?? []) },
    only: values.only ?? [],
    format,
    output: values.output,
    baseline: values.baseline,
    name: values.name,
    concurrency: numberOf('concurrency', values.concurrency, 64),
    caseMs: milliseconds('timeout', values.timeout),
    totalMs: milliseconds('total', values.total),
    yes: values.yes === true,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        output: { type: 'string' },
        baseline: { type: 'string' },
        only: { type: 'string', multiple: true },
        graph: { type: 'string', multiple: true },
        input: { type: 'string', multiple: true },
        'api-key-env': { type: 'string' },
        header: { type: 'string', multiple: true },
        name: { type: 'string' },
        concurrency: { type: 'string' },
        timeout: { type: 'string' },
        total: { type: 'string' },
        yes: { type: 'boolean' },
        list: { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new ServerCheckError(`${error instanceof Error ? error.message : String(error)} See --help.`);
  }
}

function keyIn(env: NodeJS.ProcessEnv, name: string): string {
  const key = env[name]?.trim();
  if (key === undefined || key === '')
    throw new ServerCheckError(`The variable ${name} of --api-key-env is not set.`);
  return key;
}

function headerOf(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).trim();
  const value = text.slice(colon + 1).trim();
  // Its text may be a secret, so that it is not repeated.
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new ServerCheckError('--header is NAME:VALUE.');
  return [name, value];
}

export function graphsOf(texts: readonly string[]): NonNullable<RoleChoices['graphs']> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.lastIndexOf('=');
      const [role, name] = [text.slice(equals + 1), text.slice(0, Math.max(0, equals))];
      if (name === '' || !isRoleName(role)) {
        throw new ServerCheckError(
          `--graph is NAME=ROLE, and a role is one of ${roleNames.join(', ')}. "${text}" is not.`,
        );
      }
      return [role, name];
    }),
  );
}

// `ROLE=JSON` of each.
export function inputsOf(texts: readonly string[]): NonNullable<RoleChoices['inputs']> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=');
      const role = text.slice(0, Math.max(0, equals));
      const input = objectOf(text.slice(equals + 1));
      if (!isRoleName(role) || input === null) {
        throw new ServerCheckError(
          `--input is ROLE=JSON with an object, and a role is one of ${roleNames.join(', ')}.`,
        );
      }
      return [role, input];
    }),
  );
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

function numberOf(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > max) {
    throw new ServerCheckError(`--${name} is a whole number from 1 to ${max}, not "${text}".`);
  }
  return number;
}

function milliseconds(name: string, text: string | undefined): number | undefined {
  const seconds = numberOf(name, text, 86_400);
  return seconds === undefined ? undefined : seconds * 1000;
}
