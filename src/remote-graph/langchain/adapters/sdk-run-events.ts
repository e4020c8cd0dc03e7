import { onAbort } from '../../async/abort-signals.ts';
import type { ContinueForm, Refusal, RunQuirks } from '../../compat/run-quirks.ts';
import { isObject } from '../../http/response-checks.ts';

/** The body of a run as the SDK takes it. */
export interface SdkRunBody {
  readonly body: object;
  /** How it names the newest state that it continues from; `null` for a run that does something else. */
  readonly continueForm: ContinueForm | null;
}

/**
 * The events of a run that the official SDK starts. A run that only continues, and whose server wants the newest state
 * named, is sent again in the form that its refusal asks for. Nothing else is: a run that may have started is never
 * started twice. Each attempt has a signal of its own, because the SDK never takes its listeners off one.
 */
export async function* sdkRunEvents(
  stream: (body: object, onRunCreated: (ids: unknown) => void) => AsyncIterable<unknown>,
  prepare: () => Promise<SdkRunBody>,
  differences: RunQuirks,
  onRunCreated: (ids: unknown) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  for (;;) {
    const { body, continueForm } = await prepare();
    const own = new AbortController();
    const stopListening = onAbort(signal, () => own.abort(signal?.reason));
    let hasStarted = false;
    const onCreated = (ids: unknown): void => {
      hasStarted = true;
      onRunCreated(ids);
    };
    try {
      for await (const chunk of stream({ ...body, signal: own.signal }, onCreated)) {
        hasStarted = true;
        yield chunk;
      }
      return;
    } catch (thrown) {
      const refusal = refusalIn(thrown);
      if (hasStarted || continueForm === null || refusal === null) throw thrown;
      if (!differences.learnFromRefusal(refusal, continueForm)) throw thrown;
    } finally {
      stopListening();
      own.abort();
    }
  }
}

/** The SDK's `HTTPError` for an answer with an error status; `null` for anything else that it throws. */
function refusalIn(thrown: unknown): Refusal | null {
  if (!isObject(thrown)) return null;
  const { status, text } = thrown;
  return typeof status === 'number' && typeof text === 'string' ? { status, body: text } : null;
}
