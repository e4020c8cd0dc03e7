import type { StudioServices } from '../../services/create-services.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { Call } from './confirm-writes.ts';

/** The studio's back end for one command, beside a studio that may be open: it leaves the stored data as it is. */
export interface CliSession {
  readonly call: Call;
  /** The same until `limit`, for what is still to be done when the command was ended. */
  callUntil(limit: AbortSignal): Call;
  readonly streams: StudioHandlers['streams'];
  readonly services: StudioServices;
}

export interface PickedServer {
  readonly connectionId: string;
  readonly name: string;
  readonly url: string;
}

export interface ServerSession extends CliSession {
  readonly server: PickedServer;
}
