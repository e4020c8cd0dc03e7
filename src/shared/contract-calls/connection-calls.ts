import { z } from 'zod';
import { Connection, ConnectionDraft, ConnectionHealth } from '../model/connection.ts';
import { SignInStep } from '../model/credential.ts';
import { EnvFindings } from '../model/env-findings.ts';
import { LocalCandidate } from '../model/local-candidate.ts';
import { AgentAnswer, AgentProtocol, AgentTrial, ExposedAgents, ServerFacts } from '../model/server-facts.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { nothing, onServer } from './call-inputs.ts';

export const connectionCalls = {
  'connections.save': call(ConnectionDraft, Connection),
  'connections.remove': call(onServer, nothing),
  /**
   * Saves a copy of a server under another name, with its key and headers, stored as the originals are. Fails
   * with `secret-locked` if one of them can't be read now.
   */
  'connections.duplicate': call(onServer, Connection),
  /**
   * Finds API keys and server addresses in the text of a `.env` file, or (`null`) in the environment of the
   * studio's process. Values of keys stay in the back end.
   */
  'connections.readEnv': call(
    z.strictObject({
      text: z
        .string()
        .max(256 * 1024)
        .nullable(),
    }),
    EnvFindings,
  ),
  /** Looks for graph servers at the usual ports of this computer. Sends no key. */
  'connections.findLocal': call(nothing, z.array(LocalCandidate)),
  /** Lists the servers in this order; those that are not named follow. */
  'connections.reorder': call(
    z.strictObject({
      connectionIds: z.array(z.string()).max(1000),
      group: z
        .strictObject({ connectionId: z.string(), name: z.string().trim().min(1).max(100).nullable() })
        .optional(),
    }),
    nothing,
  ),
  /** Tries a draft without saving it. Never rejects for a bad server: the health says what is wrong. */
  'connections.test': call(ConnectionDraft, ConnectionHealth),
  /** Deletes the tokens of a server's sign-in. */
  'connections.signOut': call(onServer, nothing),
  'connections.check': call(onServer, ConnectionHealth),
  /** What a server says about itself beside its capabilities. Fails if it does not answer. */
  'connections.facts': call(onServer, ServerFacts),
  /** Asks a server what programs find there by a protocol, without running anything. */
  'connections.exposedAgents': call(onServer.extend({ protocol: AgentProtocol }), ExposedAgents),
  /** Sends one message to an agent, or calls a tool: the server starts a run. Resolves with the answer. */
  'connections.tryAgent': call(onServer.extend(AgentTrial.shape), AgentAnswer),
  /**
   * Permits one repetition of a call that failed with `confirmation-required`, with the same input, for a
   * minute. `permit`: from that error's details. `typedName`: the server's name as the user typed it; required
   * for destructive calls. Fails with `invalid-input` for another name, `not-found` for an expired permit.
   */
  'connections.confirmWrite': call(
    z.strictObject({ permit: z.uuid(), typedName: z.string().max(500).nullable() }),
    nothing,
  ),
};

export const connectionStreams = {
  /** Signs in to a server with OAuth. Unsubscribing cancels it. Fails with `credential`. */
  'connections.signIn': stream(onServer, SignInStep),
};
