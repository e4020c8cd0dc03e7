import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import type { McpContext } from './mcp-context.ts';

/** What a client offers while an argument is typed: names and IDs that begin with it, from the servers that are offered. */
export interface Completions {
  server(typed: string): Promise<string[]>;
  assistant(typed: string, chosen?: Chosen): Promise<string[]>;
  thread(typed: string, chosen?: Chosen): Promise<string[]>;
  run(typed: string, chosen?: Chosen): Promise<string[]>;
}

/** The arguments that are filled in already. */
interface Chosen {
  readonly arguments?: Readonly<Record<string, string>>;
}

const maxThreads = 100;

export function createCompletions(context: McpContext): Completions {
  const { call } = context.session;
  const serverOf = (chosen: Chosen | undefined) => {
    const name = chosen?.arguments?.['server'];
    return context.server(name === undefined || name === '' ? undefined : name);
  };
  // Without the server, or if it does not answer, there is nothing to offer.
  const beginning = async (typed: string, names: () => Promise<readonly string[]>): Promise<string[]> => {
    const all = await names().catch(() => []);
    return all.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  };
  return {
    server: (typed) => beginning(typed, async () => (await context.servers()).map(({ name }) => name)),
    assistant: (typed, chosen) =>
      beginning(typed, async () => {
        const { connectionId } = await serverOf(chosen);
        const assistants = await call('assistants.list', { connectionId });
        return assistants.map(({ name }) => name);
      }),
    thread: (typed, chosen) =>
      beginning(typed, async () => {
        const { connectionId } = await serverOf(chosen);
        const newest = { connectionId, listing: defaultThreadListing, limit: maxThreads, offset: 0 };
        return (await call('threads.list', newest)).threads.map(({ threadId }) => threadId);
      }),
    run: (typed, chosen) =>
      beginning(typed, async () => {
        const { connectionId } = await serverOf(chosen);
        const threadId = chosen?.arguments?.['thread'] ?? '';
        return (await call('runs.list', { connectionId, threadId })).map(({ runId }) => runId);
      }),
  };
}
