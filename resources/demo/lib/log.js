import { ReducedValue } from '@langchain/langgraph';
import { z } from 'zod';

/** A list of lines that nodes append to. */
export const lines = (description) =>
  new ReducedValue(
    z
      .array(z.string())
      .default(() => [])
      .describe(description),
    {
      inputSchema: z
        .union([z.string(), z.array(z.string())])
        .describe(`${description} New ones are appended.`),
      reducer: (before, added) => before.concat(added),
    },
  );
