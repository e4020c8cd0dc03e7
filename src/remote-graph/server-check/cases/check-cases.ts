import type { CheckCase } from '../case.ts';
import { assistantCases } from './assistant-cases.ts';
import { assistantSearchCases } from './assistant-search-cases.ts';
import { serverCases } from './server-cases.ts';
import { threadCases } from './thread-cases.ts';
import { threadSearchCases } from './thread-search-cases.ts';
import { runCases } from './run-cases.ts';

/** All cases, area by area. */
export const checkCases: readonly CheckCase[] = [
  ...serverCases,
  ...assistantCases,
  ...assistantSearchCases,
  ...threadCases,
  ...threadSearchCases,
  ...runCases,
];
