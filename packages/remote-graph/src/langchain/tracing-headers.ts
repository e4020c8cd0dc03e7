import type { RunnableConfig } from '@langchain/core/runnables';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { isObject } from '../http/response-checks.ts';

type Headers = Readonly<Record<string, string>>;

// Adds the current trace to a call's headers; ours is appended to a caller's `baggage`. Without a current run
// tree the headers stay unchanged. Never mutates the caller's object.
export function withTracingHeaders(
  headers: Headers | undefined,
  config: RunnableConfig,
): Headers | undefined {
  const tracing = tracingHeaders(treeOfCallbacks(config) ?? currentTree());
  if (tracing === null) return headers;
  const entries = Object.entries(headers ?? {});
  const [, baggage] = entries.find(([name]) => name.toLowerCase() === 'baggage') ?? [];
  const others = entries.filter(([name]) => !/^(baggage|langsmith-trace)$/i.test(name));
  const joined = [baggage, tracing.baggage].filter((part) => part !== undefined && part !== '').join(',');
  return {
    ...Object.fromEntries(others),
    'langsmith-trace': tracing.trace,
    ...(joined === '' ? {} : { baggage: joined }),
  };
}

// The run that a call's callbacks report to: that of the surrounding graph.
function treeOfCallbacks({ callbacks }: RunnableConfig): unknown {
  if (!callbacks || Array.isArray(callbacks)) return null;
  const parent = callbacks.getParentRunId();
  if (parent === undefined) return null;
  for (const handler of callbacks.handlers) {
    if (handler.name !== 'langchain_tracer' || !('getRunTreeWithTracingConfig' in handler)) continue;
    const find: unknown = handler.getRunTreeWithTracingConfig;
    return typeof find === 'function' ? find.call(handler, parent) : null;
  }
  return null;
}

// The run that LangSmith's `traceable` or LangChain put around this code.
function currentTree(): unknown {
  return AsyncLocalStorageProviderSingleton.getInstance().getStore();
}

function tracingHeaders(tree: unknown): { readonly trace: string; readonly baggage: string } | null {
  // LangChain puts an untraced tree around untraced code.
  if (!isObject(tree) || tree['tracingEnabled'] === false || typeof tree['toHeaders'] !== 'function')
    return null;
  const headers: unknown = tree['toHeaders']();
  if (!isObject(headers) || typeof headers['langsmith-trace'] !== 'string') return null;
  const { baggage } = headers;
  return { trace: headers['langsmith-trace'], baggage: typeof baggage === 'string' ? baggage : '' };
}
