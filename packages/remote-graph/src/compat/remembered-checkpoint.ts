import { JsonText } from 'exact-json';
import type { CallOptions } from '../http/http-client.ts';
import { isObject } from '../http/response-checks.ts';
import type { ServerQuirks } from './server-quirks.ts';

/**
 * A thread of the JavaScript server remembers the `checkpoint_id` of a run and starts all later runs there.
 * Where it does, the run names the newest state explicitly. A null would do so too but restarts subgraphs, so
 * runs that continue send the id (docs/protocol.md, Remembered checkpoint). For runs that name no checkpoint
 * themselves.
 */
export async function configAtHead(
  quirks: ServerQuirks,
  config: unknown,
  run: { readonly threadId: string; readonly goesOn: boolean },
  options: CallOptions,
): Promise<unknown> {
  if (config instanceof JsonText) return config;
  const members = isObject(config) ? config : {};
  const configurable = isObject(members['configurable']) ? members['configurable'] : {};
  if ('checkpoint_id' in configurable || configurable instanceof JsonText) return config;
  return quirks.withTrait('remembersCheckpoint', options, async (remembersSoon, remembers) => {
    if ((await remembersSoon) === false) return config;
    const remembered = await rememberedCheckpoint(quirks, run.threadId, options);
    if (remembered === undefined || (remembered === null && !run.goesOn)) return config;
    // Other servers may list such a checkpoint without starting there.
    if (!(await remembers)) return config;
    const head = run.goesOn ? await quirks.probes.headCheckpointId(run.threadId, options) : null;
    return { ...members, configurable: { ...configurable, checkpoint_id: head } };
  });
}

// `undefined`: never remembered one. `null`: made to forget it.
async function rememberedCheckpoint(
  quirks: ServerQuirks,
  threadId: string,
  options: CallOptions,
): Promise<unknown> {
  try {
    const { config } = await quirks.probes.thread(threadId, options);
    const configurable = config?.['configurable'];
    return isObject(configurable) ? configurable['checkpoint_id'] : undefined;
  } catch {
    options.signal?.throwIfAborted();
    // A missing thread remembers nothing. Other failures will surface in the next request.
    return undefined;
  }
}
