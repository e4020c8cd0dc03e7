import type { SubcommandSpec } from './subcommand-spec.ts';
import { subcommands, programName } from './subcommands.ts';

/*
 * The scripts hold all names of commands and options, so that completing those starts no program. They are made from the
 * command specs. For servers and assistants they call `__complete`; what that prints may be a server's text, so no shell
 * may expand it: bash's `compgen -W` would.
 */

export function completionScript(shell: string): string {
  switch (shell) {
    case 'bash':
      return bashScript();
    case 'zsh':
      return zshScript();
    case 'fish':
      return fishScript();
    default:
      throw new Error(`There is no completion for ${shell}.`);
  }
}

const functionName = programName.replaceAll('-', '_');

function words(): ReadonlyMap<string, readonly string[]> {
  const wordsByFirst = new Map<string, string[]>();
  for (const { name } of subcommands) {
    const [first = '', second] = name.split(' ');
    wordsByFirst.set(first, [...(wordsByFirst.get(first) ?? []), ...(second === undefined ? [] : [second])]);
  }
  return wordsByFirst;
}

function flagsOf(spec: SubcommandSpec): readonly string[] {
  return Object.entries(spec.options).flatMap(([name, { short }]) =>
    short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`],
  );
}

function choicesOf(spec: SubcommandSpec): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(spec.options).flatMap(([name, { choices }]) =>
    choices === undefined ? [] : [[`--${name}`, choices] as const],
  );
}

function bashScript(): string {
  const groups = [...words()];
  const secondWords = groups
    .filter(([, seconds]) => seconds.length > 0)
    .map(
      ([first, seconds]) =>
        `    ${first}) if [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=($(compgen -W "${seconds.join(' ')}" -- "$cur")); return; fi; command="$command \${COMP_WORDS[2]}" ;;`,
    );
  const choices = subcommands.flatMap((spec) =>
    choicesOf(spec).map(([flag, values]) => `    "${spec.name}:${flag}") words="${values.join(' ')}" ;;`),
  );
  const commands = subcommands.map((spec) => {
    const first: readonly string[] = (spec as SubcommandSpec).arguments[0]?.choices ?? [];
    return `    "${spec.name}") words="${[...first, ...flagsOf(spec)].join(' ')}" ;;`;
  });
  const dynamic = subcommands.flatMap((spec: SubcommandSpec) =>
    Object.entries(spec.options).flatMap(([name, { short, completes }]) =>
      completes === undefined
        ? []
        : [
            `    "${spec.name}:--${name}"${short === undefined ? '' : `|"${spec.name}:-${short}"`}) values="${completes}" ;;`,
          ],
    ),
  );
  const positional = subcommands.flatMap(({ name, arguments: [first] }: SubcommandSpec) =>
    first?.completes === undefined ? [] : [`    "${name}") values="${first.completes}" ;;`],
  );
  return `# bash completion for ${programName}
_${functionName}_values() {
  local value
  while IFS= read -r value; do
    if [[ "$value" == "$cur"* ]]; then COMPREPLY+=("$(printf '%q' "$value")"); fi
  done < <(${programName} __complete "$1" "$COMP_LINE" 2>/dev/null)
}
_${functionName}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words="" values=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${groups.map(([first]) => first).join(' ')} --help --version" -- "$cur"))
    return
  fi
  case "$command" in
${secondWords.join('\n')}
  esac
  case "$command:$prev" in
${choices.join('\n')}
${dynamic.join('\n')}
  esac
  if [ -z "$words$values" ] && [[ "$cur" != -* ]]; then case "$command" in
${positional.join('\n')}
  esac; fi
  if [ -n "$values" ]; then _${functionName}_values "$values"; return; fi
  if [ -z "$words" ]; then case "$command" in
${commands.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _${functionName} ${programName}
`;
}

function zshScript(): string {
  const described = (text: string): string =>
    text.replaceAll("'", "'\\''").replaceAll(':', '\\:').replaceAll('[', '\\[').replaceAll(']', '\\]');
  const groups = [...words()];
  const firsts = groups.map(([first, seconds]) => {
    const summary =
      subcommands.find(({ name }) => name === (seconds.length === 0 ? first : `${first} ${seconds[0] ?? ''}`))
        ?.summary ?? '';
    return `    '${first}:${described(summary)}'`;
  });
  const seconds = groups
    .filter(([, two]) => two.length > 0)
    .map(
      ([first, two]) =>
        `    ${first}) if (( CURRENT == 3 )); then compadd -- ${two.join(' ')}; return; fi; command="$command $words[3]" ;;`,
    );
  const commands = subcommands.map((spec: SubcommandSpec) => {
    const options = Object.entries(spec.options).map(([name, { type, help, value, choices, completes }]) => {
      const argument =
        type === 'boolean'
          ? ''
          : choices !== undefined
            ? `:${zshName(value)}:(${choices.join(' ')})`
            : `:${zshName(value)}:${completes === undefined ? '_default' : `_${functionName}_${completes}`}`;
      return `'--${name}[${described(help)}]${argument}'`;
    });
    const { choices: first, completes: firstValues } = spec.arguments[0] ?? {};
    const positional =
      first !== undefined
        ? `'*:shell:(${first.join(' ')})'`
        : `'*:value:${firstValues === undefined ? '_default' : `_${functionName}_${firstValues}`}'`;
    return `    "${spec.name}") _arguments ${[...options, positional].join(' ')} ;;`;
  });
  const functions = (['servers', 'assistants'] as const).map(
    (kind) => `_${functionName}_${kind}() {
  local -a values
  values=(\${(f)"$(${programName} __complete ${kind} "\${(j: :)words}" 2>/dev/null)"})
  compadd -a values
  _files
}`,
  );
  return `#compdef ${programName}
${functions.join('\n')}
_${functionName}() {
  local command="$words[2]"
  local -a first
  first=(
${firsts.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command first; return; fi
  case "$command" in
${seconds.join('\n')}
  esac
  case "$command" in
${commands.join('\n')}
  esac
}
_${functionName} "$@"
`;
}

// The name of a value in zsh's own syntax, in which a colon ends it.
const zshName = (value: string | undefined): string => (value ?? 'value').replaceAll(':', ' ');

function fishScript(): string {
  const quoteText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines: string[] = [`# fish completion for ${programName}`];
  const groups = [...words()];
  for (const [first, seconds] of groups) {
    const summary = subcommands.find(({ name }) => name.startsWith(first))?.summary ?? '';
    lines.push(`complete -c ${programName} -n __fish_use_subcommand -f -a ${first} -d ${quoteText(summary)}`);
    for (const second of seconds) {
      const about = subcommands.find(({ name }) => name === `${first} ${second}`)?.summary ?? '';
      lines.push(
        `complete -c ${programName} -n ${quoteText(`__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${seconds.join(' ')}`)} -f -a ${second} -d ${quoteText(about)}`,
      );
    }
  }
  for (const spec of subcommands as readonly SubcommandSpec[]) {
    const condition = quoteText(
      spec.name
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and '),
    );
    const called = (kind: string): string =>
      quoteText(`(${programName} __complete ${kind} (commandline -cp) 2>/dev/null)`);
    for (const [name, { type, short, help, choices, completes }] of Object.entries(spec.options)) {
      const parts = [`complete -c ${programName} -n ${condition} -l ${name}`];
      if (short !== undefined) parts.push(`-s ${short}`);
      if (type === 'string') {
        if (choices !== undefined) parts.push(`-x -a ${quoteText(choices.join(' '))}`);
        else parts.push(completes === undefined ? '-r' : `-r -a ${called(completes)}`);
      }
      lines.push(`${parts.join(' ')} -d ${quoteText(help)}`);
    }
    const { choices, completes } = spec.arguments[0] ?? {};
    if (choices !== undefined)
      lines.push(`complete -c ${programName} -n ${condition} -f -a ${quoteText(choices.join(' '))}`);
    if (completes !== undefined)
      lines.push(`complete -c ${programName} -n ${condition} -a ${called(completes)}`);
  }
  return `${lines.join('\n')}\n`;
}
