import { z } from 'zod';
import { TraceReceipt, TraceSettings, TraceSettingsDraft, TracesSnapshot } from '../model/traces.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { onRun, onServer } from './call-inputs.ts';

const draftOfServer = onServer.extend({ draft: TraceSettingsDraft });

export const traceCalls = {
  'traces.settings': call(onServer, TraceSettings),
  /** Fails with `invalid-input` (`details.where`), `secret-locked` or `storage`, and changes nothing then. */
  'traces.save': call(draftOfServer, TraceSettings),
  /** Sends one span, without saving the draft. */
  'traces.test': call(draftOfServer, TraceReceipt),
  'traces.sendRun': call(onRun, TraceReceipt),
  /** The web address of a run's trace. Fails with `invalid-input` if it is not known where traces are. */
  'traces.address': call(onRun, z.strictObject({ url: z.string() })),
  /** Opens it in the browser of this computer. */
  'traces.open': call(onRun, z.strictObject({ url: z.string() })),
};

export const traceStreams = {
  'traces.watch': stream(onServer, TracesSnapshot),
};
