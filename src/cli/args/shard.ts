import { usageError } from './usage-error.ts';

/** One of several parts of the inputs, each run by another machine: part `number`, from 1, of `total`. */
export interface Shard {
  readonly number: number;
  readonly total: number;
}

const maxShards = 1000;

/** Reads `3/10`. Throws a usage error for anything else. */
export function parseShard(text: string): Shard {
  const [, number, total] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { number: Number(number), total: Number(total) };
  if (shard.number >= 1 && shard.number <= shard.total && shard.total <= maxShards) return shard;
  throw usageError(
    `--shard takes a part and the number of parts, at most ${maxShards}, not "${text}".`,
    'The third of ten parts is 3/10.',
  );
}

/** As `parseShard` reads it: `3/10`. */
export const shardText = ({ number, total }: Shard): string => `${number}/${total}`;

/**
 * The paths of one shard. Each path is in exactly one, whatever order they come in: every `total`th of the sorted ones, so
 * that the long inputs of one folder are spread.
 */
export function pathsOfShard(paths: readonly string[], { number, total }: Shard): string[] {
  return paths.toSorted().filter((_, index) => index % total === number - 1);
}
