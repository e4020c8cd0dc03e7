import { taskInterrupts } from '../compat/reported-interrupts.ts';
import type { CallOptions } from '../http/http-client.ts';
import { ServerQuirks } from '../compat/server-quirks.ts';
import { expectObject } from '../http/response-checks.ts';
import type { WireServerInfo, WireThread, WireThreadState } from '../http/api-types.ts';
import type { SdkClient } from './sdk-types.ts';

// Server quirks, probed through the official SDK's client.
export function createSdkQuirks({ assistants, threads }: SdkClient): ServerQuirks {
  const signalOf = ({ signal }: CallOptions): { readonly signal?: AbortSignal } => (signal ? { signal } : {});
  const state = async (threadId: string, options: CallOptions): Promise<WireThreadState> =>
    expectObject(await threads.getState(threadId, undefined, signalOf(options)), 'a state of a thread');
  return new ServerQuirks({
    async info(options) {
      // No public method sends this request; the method used by all others is protected in types only.
      const send: unknown = Reflect.get(assistants, 'fetch');
      if (typeof send !== 'function') throw new TypeError("This client can't request /info.");
      const answer: unknown = await send.call(assistants, '/info', signalOf(options));
      return expectObject<WireServerInfo>(answer, "a graph server's /info");
    },
    async thread(threadId, options) {
      return expectObject<WireThread>(await threads.get(threadId, signalOf(options)), 'a thread');
    },
    async headCheckpointId(threadId, options) {
      return (await state(threadId, options)).checkpoint?.checkpoint_id ?? null;
    },
    async interruptIds(threadId, options) {
      const { tasks = [] } = await state(threadId, options);
      const ids = tasks.flatMap((task) => taskInterrupts(task).map(({ id }) => id));
      return [...new Set(ids.filter((id) => id !== undefined))];
    },
    // The official client can name assistants only.
    searchAssistants: () => Promise.resolve(),
    // Needed for thread deletion only, which a remote graph does not do.
    cancelActiveRuns: () => Promise.resolve(),
  });
}
