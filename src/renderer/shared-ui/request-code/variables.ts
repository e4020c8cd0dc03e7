import { jsonTemplate, type Substitute, type Template } from '../../../shared/code/template.ts';

// Variables of a script, which stand for ids that are other ones each time.
export interface Variables {
  add(kind: 'thread' | 'assistant' | 'interrupt' | 'checkpoint', id: string): string;
  nameOf(id: string): string | null;
  names(): readonly string[];
  // Finds the ids that have a name by now, not those that are named later.
  substitute(): Substitute;
}

// UUIDs, and the ids of interrupts: they are found within a text, too, because nothing else looks like one.
const uniqueIds = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32}/g;

export function createVariables(): Variables {
  const names = new Map<string, string>();
  return {
    add(kind, id) {
      const existing = names.get(id);
      if (existing !== undefined) return existing;
      const number = [...names.values()].filter((name) => name.startsWith(`${kind}_`)).length + 1;
      const name = `${kind}_${number}`;
      names.set(id, name);
      return name;
    },
    nameOf: (id) => names.get(id) ?? null,
    names: () => [...names.values()],
    substitute() {
      const namedNow = new Map(names);
      return (text, isId) => templateOf(text, isId, namedNow);
    },
  };
}

function templateOf(text: string, isId: boolean, names: ReadonlyMap<string, string>): Template {
  const whole = isId ? names.get(text) : undefined;
  if (whole !== undefined) return [{ variable: whole }];
  const parts: Template[number][] = [];
  let end = 0;
  for (const { 0: id, index } of text.matchAll(uniqueIds)) {
    const variable = names.get(id);
    if (variable === undefined) continue;
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ variable });
    end = index + id.length;
  }
  if (end < text.length || parts.length === 0) parts.push(text.slice(end));
  return parts;
}

// What may be ids in a body.
export function idsIn(body: string): ReadonlySet<string> {
  const ids = new Set<string>();
  jsonTemplate(body, (text, isId) => {
    if (isId) ids.add(text);
    for (const [id] of text.matchAll(uniqueIds)) ids.add(id);
    return [text];
  });
  return ids;
}
