import { aborted } from '../services/common/abortable.ts';
import type { StreamsOf } from '../shared/contract.ts';
import { parseAppLink, type StudioLink } from '../shared/model/studio-link.ts';

export interface LinkInbox {
  readonly streams: StreamsOf<'links'>;
  open(text: string): void;
}

const maxWaiting = 5;

export function createLinkInbox(): LinkInbox {
  const waiting: StudioLink[] = [];
  let wake = (): void => undefined;
  return {
    streams: {
      async *'links.watch'(_input, signal) {
        while (!signal.aborted) {
          const link = waiting.shift();
          if (link !== undefined) yield link;
          else await Promise.race([aborted(signal), new Promise<void>((resolve) => (wake = resolve))]);
        }
      },
    },
    open(text) {
      const link = parseAppLink(text);
      if (link === null || waiting.length >= maxWaiting) return;
      waiting.push(link);
      wake();
    },
  };
}

/**
 * The link among a program's arguments, which anybody can choose who can open one: exactly one
 * argument that is a link as a whole. Others are ignored.
 */
export function linkInArguments(argv: readonly string[]): string | null {
  const links = argv.slice(1).filter((argument) => parseAppLink(argument) !== null);
  return links.length === 1 ? (links[0] ?? null) : null;
}
