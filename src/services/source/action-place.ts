import { calleeName, graphOf, isAgentMaker } from './graph-calls.ts';
import type { Module } from './project-modules.ts';
import { resolveExpression, type Located, type Meaning } from './resolve-name.ts';
import type { CallExpression, Expression } from './module-syntax.ts';

/** A place in a file of the project. `position`: offset in its text. */
export interface Place {
  readonly module: Module;
  readonly position: number;
  readonly isGuess: boolean;
  readonly reason: string;
}

// Calls whose first function is what they run.
const wrappers = /^(partial|RunnableLambda|RunnableCallable|traceable|task|from|tool|wrap\w*)$/;

// Methods that return what they are called on, with other settings.
const configuring = /^(bind|withConfig|with_config|withRetry|with_retry|withFallbacks|with_fallbacks)$/;

const maxSteps = 20;

/** Where the function is that an expression stands for; `null` if it is not in the project, or unknown. */
export function functionPlace({ module, value }: Located, steps = 0): Place | null {
  if (steps > maxSteps) return null;
  if (value.kind === 'function') return exactPlace(module, value.from, 'Its function.');
  if (value.kind === 'call') return callPlace(module, value, steps);
  if (value.kind !== 'name' && value.kind !== 'member') return null;
  const meaning = resolveExpression({ module, value });
  return meaning?.kind === 'defined' ? definedPlace(meaning, steps) : null;
}

/** The package that an expression comes from; `null` if it is none. */
export function packageOf({ module, value }: Located): string | null {
  const named = value.kind === 'call' ? value.callee : value;
  const meaning = resolveExpression({ module, value: named });
  return meaning?.kind === 'package' ? meaning.specifier : null;
}

function definedPlace(meaning: Extract<Meaning, { kind: 'defined' }>, steps: number): Place {
  const { module, from, value, isOnly } = meaning;
  const inner = value?.kind === 'call' ? callPlace(module, value, steps + 1) : null;
  const what =
    value?.kind === 'function'
      ? 'Its function.'
      : value?.kind === 'class'
        ? 'Its class.'
        : 'What it runs is made here.';
  const place = inner ?? exactPlace(module, from, what);
  return isOnly
    ? place
    : { ...place, isGuess: true, reason: 'Its name is defined more than once. This is the last definition.' };
}

function callPlace(module: Module, call: CallExpression, steps: number): Place | null {
  const { callee, args, keywords } = call;
  const name = calleeName(call) ?? '';
  if (callee.kind === 'member' && configuring.test(name))
    return functionPlace({ module, value: callee.object }, steps + 1);
  if (isAgentMaker(call)) return null;
  const meaning = resolveExpression({ module, value: callee });
  if (meaning?.kind === 'defined') return madePlace(meaning, steps);
  if (graphOf({ module, value: call })) return null;
  if (!wrappers.test(name)) return null;
  for (const value of [...args, ...functionsOf(keywords)]) {
    const place = functionPlace({ module, value }, steps + 1);
    if (place) return place;
  }
  return null;
}

function functionsOf(keywords: ReadonlyMap<string, Expression>): Expression[] {
  return ['func', 'function', 'afunc'].flatMap((name) => keywords.get(name) ?? []);
}

// What a function or a class of the project makes.
function madePlace(meaning: Extract<Meaning, { kind: 'defined' }>, steps: number): Place | null {
  const { module, value, from } = meaning;
  if (value?.kind === 'class') {
    const method = value.members.find(({ key }) => key === '__call__' || key === 'invoke');
    return exactPlace(module, method?.from ?? from, 'Its class.');
  }
  if (value?.kind !== 'function') return null;
  for (const returned of value.returns) {
    const place = functionPlace({ module, value: returned }, steps + 1);
    if (place) return place;
  }
  return exactPlace(module, from, `${meaning.name ?? 'This function'} makes what it runs.`);
}

export function exactPlace(module: Module, position: number, reason: string): Place {
  return { module, position, isGuess: false, reason };
}
