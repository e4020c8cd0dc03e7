import { defaultRunOptions, type RunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext } from '../context.ts';
import { readJson } from './read-value.ts';

// What starts a run: an input, an answer to a question that is still to be found, or nothing.
export type TypedTrigger =
  | Extract<RunTrigger, { kind: 'input' | 'continue' }>
  | { readonly kind: 'answer'; readonly valueText: string };

export async function readTrigger(args: CommandArguments, { stdin }: CliContext): Promise<TypedTrigger> {
  const input = args.text('input');
  const answer = args.text('resume');
  const ways = [input !== null, answer !== null, args.isSet('continue')].filter(Boolean);
  if (ways.length > 1) throw usageError('--input, --resume and --continue cannot be used together.');
  if ((answer !== null || args.isSet('continue')) && args.text('thread') === null) {
    throw usageError('Which thread should be continued?', 'Name it with --thread.');
  }
  if (args.isSet('stateless') && args.text('thread') !== null) {
    throw usageError('--stateless and --thread cannot be used together.');
  }
  if (args.text('interrupt') !== null && answer === null) throw usageError('--interrupt requires --resume.');
  if (answer !== null) return { kind: 'answer', valueText: await readJson('--resume', answer, stdin) };
  if (args.isSet('continue')) return { kind: 'continue' };
  if (input !== null) return { kind: 'input', inputText: await readJson('--input', input, stdin) };
  if (stdin.isTTY) throw usageError('The run has no input.', 'Pass --input, pipe one in, or use --continue.');
  return { kind: 'input', inputText: await readJson('Standard input', '-', stdin) };
}

export async function readRunOptions(args: CommandArguments, { stdin }: CliContext): Promise<RunOptions> {
  const json = async (name: string): Promise<string | null> => {
    const text = args.text(name);
    return text === null ? null : readJson(`--${name}`, text, stdin);
  };
  const webhook = args.text('webhook');
  const modes = args.list('stream-mode');
  return {
    ...defaultRunOptions,
    // The spec allows no others.
    ...(modes.length === 0 ? {} : { streamModes: modes as RunOptions['streamModes'] }),
    multitaskStrategy: (args.text('if-busy') ?? 'reject') as RunOptions['multitaskStrategy'],
    configText: await json('config'),
    contextText: await json('context'),
    recursionLimit: args.number('recursion-limit', 1),
    webhook: webhook === null ? { kind: 'none' } : { kind: 'address', url: webhook },
    interruptBefore: [...args.list('interrupt-before')],
    interruptAfter: [...args.list('interrupt-after')],
  };
}
