import { Connection, ConnectionDraft, ConnectionHealth } from '../model/connection.ts';
import { ServerFacts } from '../model/server-facts.ts';
import { call } from '../rpc/contract-types.ts';
import { nothing, onServer } from './call-inputs.ts';

/** Calls of the contract about the list of servers. */
export const connectionCalls = {
  'connections.save': call(ConnectionDraft, Connection),
  'connections.remove': call(onServer, nothing),
  /** Tries a draft without saving it. Never rejects for a bad server: the health says what is wrong. */
  'connections.test': call(ConnectionDraft, ConnectionHealth),
  /** Checks a saved connection now. */
  'connections.check': call(onServer, ConnectionHealth),
  /** What a server says about itself beside its capabilities. Fails if it does not answer. */
  'connections.facts': call(onServer, ServerFacts),
};
