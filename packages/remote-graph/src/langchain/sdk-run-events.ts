import { onAbort } from '../async/abort-signals.ts';
import type { ContinueForm, ServerRefusal, RunQuirks } from '../compat/run-quirks.ts';
import { isObject } from '../http/response-checks.ts';

export interface SdkRunBody {
  readonly body: object;
  /** How a continuing run names the newest state; `null` for other runs. */
  readonly continueForm: ContinueForm | null;
}

// Events of a run started by the official SDK. Only a continuing run is sent again, in the form that its
// refusal asks for: a run that may have started is never started twice. Each attempt has a signal of its own,
// because the SDK never removes its listeners.
export async function* sdkRunEvents(
  stream: (body: object, onRunCreated: (ids: unknown) => void) => AsyncIterable<unknown>,
  prepare: () => Promise<SdkRunBody>,
  quirks: RunQuirks,
  onRunCreated: (ids: unknown) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  for (;;) {
    const { body, continueForm } = await prepare();
    const controller = new AbortController();
    const stopListening = onAbort(signal, () => controller.abort(signal?.reason));
    let hasStarted = false;
    const onCreated = (ids: unknown): void => {
      hasStarted = true;
      onRunCreated(ids);
    };
    try {
      for await (const chunk of stream({ ...body, signal: controller.signal }, onCreated)) {
        hasStarted = true;
        yield chunk;
      }
      return;
    } catch (error) {
      const refusal = refusalIn(error);
      if (hasStarted || continueForm === null || refusal === null) throw error;
      if (!quirks.learnFromRefusal(refusal, continueForm)) throw error;
    } finally {
      stopListening();
      controller.abort();
    }
  }
}

// The SDK's `HTTPError` for an error status, else `null`.
function refusalIn(error: unknown): ServerRefusal | null {
  if (!isObject(error)) return null;
  const { status, text } = error;
  return typeof status === 'number' && typeof text === 'string' ? { status, body: text } : null;
}
