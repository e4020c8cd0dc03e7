import { exactPlace, functionPlace, type Place } from './action-place.ts';
import { calleeName } from './graph-calls.ts';
import type { Module } from './project-modules.ts';
import { resolveExpression, textOf } from './resolve-name.ts';
import type { CallExpression, Definition, Expression } from './module-syntax.ts';

const toolMakers =
  /^(tool|StructuredTool|DynamicStructuredTool|DynamicTool|Tool|from_function|fromFunction)$/;

/** Where a tool of that name is defined. */
export function toolPlaces(modules: readonly Module[], name: string): Place[] {
  const places = modules.flatMap((module) => [
    ...module.syntax.definitions.flatMap((definition) =>
      isToolNamed(module, definition, name) ? [exactPlace(module, definition.from, 'The tool.')] : [],
    ),
    ...module.syntax.calls.flatMap((call) => madeTool(module, call, name)),
  ]);
  return places.length > 0 ? places : modules.flatMap((module) => listedFunctions(module, name));
}

function isToolNamed(module: Module, { name, value, decorators }: Definition, toolName: string): boolean {
  if (value?.kind === 'class') {
    const named = value.members.find(({ key }) => key === 'name')?.value;
    const isTool = value.bases.some((base) => lastName(base).endsWith('Tool'));
    return isTool && named !== undefined && textOf({ module, value: named }) === toolName;
  }
  return decorators.some((decorator) => {
    if (decorator.kind === 'name') return decorator.name === 'tool' && name === toolName;
    if (decorator.kind !== 'call' || calleeName(decorator) !== 'tool') return false;
    const named = decorator.keywords.get('name_or_callable') ?? decorator.args[0];
    return (named ? textOf({ module, value: named }) : name) === toolName;
  });
}

// `tool(function, { name })`, `new DynamicStructuredTool({ name, func })`, `StructuredTool.from_function(func, name=...)`
function madeTool(module: Module, call: CallExpression, toolName: string): Place[] {
  if (!toolMakers.test(calleeName(call) ?? '')) return [];
  const { args, keywords } = call;
  const fields = new Map(keywords);
  for (const arg of args) {
    if (arg.kind !== 'record') continue;
    for (const { key, value } of arg.entries) if (key !== null) fields.set(key, value);
  }
  const func =
    fields.get('func') ??
    fields.get('coroutine') ??
    args.find(({ kind }) => kind !== 'record' && kind !== 'text');
  const named = fields.get('name');
  const name = named ? textOf({ module, value: named }) : func ? nameOfFunction(module, func) : null;
  if (name !== toolName) return [];
  const place = func ? functionPlace({ module, value: func }) : null;
  return [
    place
      ? { ...place, reason: 'The tool’s function.' }
      : exactPlace(module, call.from, 'The tool is made here.'),
  ];
}

// A plain function in a list of tools.
function listedFunctions(module: Module, toolName: string): Place[] {
  const lists = module.syntax.calls.flatMap((call) => {
    const fields = call.args.flatMap((arg) =>
      arg.kind === 'record' ? arg.entries.filter(({ key }) => key === 'tools').map(({ value }) => value) : [],
    );
    const takesTools = /^(ToolNode|bind_tools|bindTools)$|[aA]gent$/.test(calleeName(call) ?? '');
    return [
      ...fields,
      ...(takesTools ? call.args : []),
      ...(call.keywords.get('tools') ? [call.keywords.get('tools')] : []),
    ];
  });
  return lists.flatMap((list) => {
    const meaning = list ? resolveExpression({ module, value: list }) : null;
    if (meaning?.kind !== 'defined' || meaning.value?.kind !== 'list') return [];
    const owner = meaning.module;
    return meaning.value.items
      .filter((item) => nameOfFunction(owner, item) === toolName)
      .flatMap((item) => functionPlace({ module: owner, value: item }) ?? []);
  });
}

function nameOfFunction(module: Module, value: Expression): string | null {
  const meaning = resolveExpression({ module, value });
  return meaning?.kind === 'defined' && meaning.value?.kind === 'function'
    ? (meaning.value.name ?? meaning.name)
    : null;
}

function lastName(value: Expression): string {
  return value.kind === 'name' ? value.name : value.kind === 'member' ? value.property : '';
}
