import { aborted } from '../services/common/abortable.ts';
import type { StreamsOf } from '../shared/contract.ts';
import { parseAppLink, type StudioLink } from '../shared/model/studio-link.ts';

export interface LinkInbox {
  /** The streams of a page. `isCurrent`: Whether its window is the one that was used last, which gets the links. */
  streamsOf(isCurrent: () => boolean): StreamsOf<'links'>;
  /** Opens a link of the system; anything else is ignored. */
  open(text: string): void;
  /** Opens a place in the current window. */
  show(link: StudioLink): void;
  /** Another window is the current one. */
  wake(): void;
}

const maxWaiting = 5;

export function createLinkInbox(): LinkInbox {
  const waiting: StudioLink[] = [];
  const wakes = new Set<() => void>();
  const wake = (): void => {
    for (const one of wakes) one();
  };
  const show = (link: StudioLink): void => {
    if (waiting.length >= maxWaiting) return;
    waiting.push(link);
    wake();
  };
  return {
    streamsOf: (isCurrent) => ({
      async *'links.watch'(_input, signal) {
        while (!signal.aborted) {
          const link = isCurrent() ? waiting.shift() : undefined;
          if (link !== undefined) {
            yield link;
            continue;
          }
          let stop = (): void => undefined;
          const woken = new Promise<void>((resolve) => wakes.add((stop = resolve)));
          await Promise.race([aborted(signal), woken]);
          wakes.delete(stop);
        }
      },
    }),
    open(text) {
      const link = parseAppLink(text);
      if (link !== null) show(link);
    },
    show,
    wake,
  };
}

// The link among a program's arguments, which anybody can choose who can open one: exactly one
// argument that is a link as a whole. Others are ignored.
export function linkInArguments(argv: readonly string[]): string | null {
  const links = argv.slice(1).filter((argument) => parseAppLink(argument) !== null);
  return links.length === 1 ? (links[0] ?? null) : null;
}
