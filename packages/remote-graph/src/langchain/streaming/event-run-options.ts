import { ArgumentError } from '../../errors.ts';
import type { ProtocolStart } from '../../resources/thread-protocol.ts';
import type { RemoteGraphCallOptions } from '../remote-graph-options.ts';
import { withMember } from '../../http/request-body.ts';
import { isOptionSet, localOnlyOptions } from '../unsupported-options.ts';
import { configBody, metadataBody, startCheckpointOf } from '../run-config.ts';

type Options = Partial<RemoteGraphCallOptions>;

// Options that event protocol v3 does not support, each with a test whether it is set.
const unsupportedOptions: Readonly<Record<string, (value: unknown) => boolean>> = {
  interruptBefore: isOptionSet,
  interruptAfter: isOptionSet,
  webhook: isOptionSet,
  context: isOptionSet,
  durability: isOptionSet,
  checkpointDuring: isOptionSet,
  afterSeconds: isOptionSet,
  feedbackKeys: isOptionSet,
  langsmithTracer: isOptionSet,
  streamMode: isOptionSet,
  // Set on this call. Inherited callbacks, which come as a manager, belong to a surrounding trace.
  callbacks: (value) => Array.isArray(value) && value.length > 0,
  ...Object.fromEntries(localOnlyOptions.map((name) => [name, isOptionSet])),
  // Other values ask for what the protocol does anyway.
  ifNotExists: (value) => value === 'reject',
  onDisconnect: (value) => value === 'cancel',
  onCompletion: (value) => value === 'delete',
  streamResumable: (value) => value === false,
};

// Parameters of a run of event protocol v3. Throws `ArgumentError` for unsupported options. `defaults`: options
// below the call's; their `streamMode` concerns `stream` only.
export function toProtocolStart(defaults: Options | undefined, options: Options): ProtocolStart {
  for (const [name, asksFor] of Object.entries(unsupportedOptions)) {
    const value: unknown = Reflect.get(options, name);
    if (!asksFor(value) || (name === 'streamMode' && value === defaults?.streamMode)) continue;
    throw new ArgumentError(`Version v3 of streamEvents does not support ${name}.`);
  }
  const { multitaskStrategy, clientRequestId } = options;
  const metadata = metadataBody(options);
  const { configurable, ...config } = configBody(options);
  const checkpointId = startIn(options);
  return {
    config: {
      ...config,
      configurable: {
        ...(configurable as object),
        ...(checkpointId === null ? {} : { checkpoint_id: checkpointId }),
      },
    },
    metadata:
      clientRequestId === undefined ? metadata : withMember(metadata, 'client_request_id', clientRequestId),
    ...(multitaskStrategy === undefined ? {} : { multitaskStrategy }),
  };
}

// Id of the checkpoint to start from: the protocol knows those of the root graph only.
function startIn(options: Options): string | null {
  const { checkpoint, checkpointId } = options;
  if (!checkpoint) return checkpointId ?? startCheckpointOf(options)?.checkpoint_id ?? null;
  const { checkpoint_id: id, checkpoint_ns: namespace, checkpoint_map: map } = checkpoint;
  if (!id || namespace || Object.keys(map ?? {}).some((each) => each !== '')) {
    throw new ArgumentError(
      'Version v3 of streamEvents only supports checkpoints of the root graph, named by ID.',
    );
  }
  return id;
}
