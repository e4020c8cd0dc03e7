import type { CheckCase } from '../case.ts';
import { assistantCases } from './assistant-cases.ts';
import { assistantSearchCases } from './assistant-search-cases.ts';
import { cronCases } from './cron-cases.ts';
import { exactnessCases } from './exactness-cases.ts';
import { interruptCases } from './interrupt-cases.ts';
import { protocolCases } from './protocol-cases.ts';
import { runCases } from './run-cases.ts';
import { runOptionCases } from './run-option-cases.ts';
import { runRecordCases } from './run-record-cases.ts';
import { serverCases } from './server-cases.ts';
import { stateCases } from './state-cases.ts';
import { stateUpdateCases } from './state-update-cases.ts';
import { storeCases } from './store-cases.ts';
import { streamCases } from './stream-cases.ts';
import { streamJoinCases } from './stream-join-cases.ts';
import { threadCases } from './thread-cases.ts';
import { threadSearchCases } from './thread-search-cases.ts';

/** All cases, area by area. */
export const checkCases: readonly CheckCase[] = [
  ...serverCases,
  ...exactnessCases,
  ...assistantCases,
  ...assistantSearchCases,
  ...threadCases,
  ...threadSearchCases,
  ...stateCases,
  ...stateUpdateCases,
  ...runCases,
  ...runRecordCases,
  ...runOptionCases,
  ...streamCases,
  ...streamJoinCases,
  ...interruptCases,
  ...protocolCases,
  ...storeCases,
  ...cronCases,
];
