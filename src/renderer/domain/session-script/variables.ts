/** Variables of a script, which stand for ids that are other ones each time. */
export interface Variables {
  /** Names an id: `thread_1`. One that has a name keeps it. */
  add(kind: 'thread' | 'assistant' | 'interrupt' | 'checkpoint', id: string): string;
  nameOf(id: string): string | null;
  /** All names, in the order in which they were added. */
  names(): readonly string[];
  /** Puts placeholders where ids are. */
  replaceIn(text: string): string;
}

const placeholder = (name: string): string => `STUDIO_VARIABLE_${name}_`;
const placeholders = /STUDIO_VARIABLE_([a-z]+_\d+)_/g;

export function createVariables(): Variables {
  const names = new Map<string, string>();
  return {
    add(kind, id) {
      const known = names.get(id);
      if (known !== undefined) return known;
      const number = [...names.values()].filter((name) => name.startsWith(`${kind}_`)).length + 1;
      const name = `${kind}_${number}`;
      names.set(id, name);
      return name;
    },
    nameOf: (id) => names.get(id) ?? null,
    names: () => [...names.values()],
    replaceIn(text) {
      let replaced = text;
      for (const [id, name] of names) replaced = replaced.replaceAll(id, placeholder(name));
      return replaced;
    },
  };
}

/** Code of Python or JavaScript with variables for placeholders, which are in string literals. */
export function withCodeVariables(code: string, language: 'python' | 'javascript'): string {
  const whole = /"STUDIO_VARIABLE_([a-z]+_\d+)_"(:?)/g;
  return code
    .replaceAll(whole, (_, name: string, colon: string) =>
      colon === '' ? name : language === 'python' ? `${name}:` : `[${name}]:`,
    )
    .replaceAll(placeholders, (_, name: string) => `" + ${name} + "`);
}

/** A shell command with variables for placeholders, in whatever quotes they are. */
export function withShellVariables(command: string): string {
  let result = '';
  let quote: "'" | '"' | "$'" | null = null;
  for (let at = 0; at < command.length;) {
    placeholders.lastIndex = at;
    const found = command.startsWith('STUDIO_VARIABLE_', at) ? placeholders.exec(command) : null;
    if (found !== null && found.index === at) {
      const name = found[1] ?? '';
      result += quote === null ? `"$${name}"` : quote === '"' ? `$${name}` : `'"$${name}"${quote}`;
      at += found[0].length;
      continue;
    }
    const unit = command.charAt(at);
    result += unit;
    at += 1;
    if (unit === '\\' && quote !== "'") {
      result += command.charAt(at);
      at += 1;
    } else if (quote === null && unit === "'") quote = result.endsWith("$'") ? "$'" : "'";
    else if (quote === null && unit === '"') quote = '"';
    else if ((unit === "'" && quote !== '"') || (unit === '"' && quote === '"')) quote = null;
  }
  return result;
}
