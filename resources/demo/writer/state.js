import { StateSchema } from '@langchain/langgraph';
import { z } from 'zod';
import { lines } from '../lib/log.js';
import { pace } from '../lib/pace.js';

const inputFields = {
  topic: z.string().default('November release').describe('What the release notes are about.'),
  changes: z
    .array(z.string())
    .default(() => [
      'Graphs with nested subgraphs open level by level',
      'A stopped stream finds its run again',
      'State can be edited at any checkpoint',
      'Large states no longer freeze the list of threads',
    ])
    .describe('The changes to write about, one sentence each.'),
  pace: pace(700),
};

const text = z.string().default('').describe('The release notes so far, as Markdown.');
const log = lines('What was done, oldest first.');
const outline = z
  .array(z.string())
  .default(() => [])
  .describe('The sections, in order.');
const note = z.string().default('').describe('What the reviewer asked for last.');
const revision = z.int().default(0).describe('How many times it was planned.');
const checks = z
  .array(z.string())
  .default(() => [])
  .describe('What the last check found.');

/** The input of `writer`. All keys are optional. */
export const WriterInput = new StateSchema(inputFields);

export const WriterState = new StateSchema({
  ...inputFields,
  outline,
  text,
  checks,
  revision,
  approved: z.boolean().default(false).describe('Whether the reviewer agreed.'),
  note,
  log,
  published: z
    .object({ title: z.string(), address: z.string(), revision: z.int() })
    .nullable()
    .default(null)
    .describe('Where the notes were published; null until then.'),
});

/**
 * The input of the subgraphs. Their log starts empty, so that only their own lines are appended to the outer
 * one.
 */
export const PartInput = new StateSchema({ ...inputFields, outline, text, revision, note });
export const PartState = new StateSchema({ ...inputFields, outline, text, checks, revision, note, log });
export const PartOutput = new StateSchema({ text, checks, log });
