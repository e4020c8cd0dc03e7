import { z } from 'zod';

/** Where LangSmith's API is, unless the user enters another address. */
export const defaultLangsmithUrl = 'https://api.smith.langchain.com';

/** `last4: null`: no key was entered, and nothing is asked. */
export const LangsmithAccess = z.strictObject({ url: z.string(), last4: z.string().nullable() });
export type LangsmithAccess = z.infer<typeof LangsmithAccess>;

/** `key: null` keeps the stored key, which belongs to the address that it was entered for. */
export const LangsmithAccessDraft = z.strictObject({
  url: z.string().max(2048),
  key: z.string().min(1).max(8192).nullable(),
  storage: z.enum(['session', 'sealed', 'plain']),
});
export type LangsmithAccessDraft = z.infer<typeof LangsmithAccessDraft>;

/** `examples: null`: LangSmith does not say how many. */
export const LangsmithDataset = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  examples: z.int().nonnegative().nullable(),
});
export type LangsmithDataset = z.infer<typeof LangsmithDataset>;

/** One page. `hasMore`: others may follow, from `offset` and its length. */
export const LangsmithDatasetPage = z.strictObject({
  datasets: z.array(LangsmithDataset),
  hasMore: z.boolean(),
});

/** Texts are JSON objects verbatim. `skipped`: examples that can't be read. `nextOffset: null`: there are no more. */
export const LangsmithExamplePage = z.strictObject({
  examples: z.array(
    z.strictObject({
      id: z.string().nullable(),
      inputsText: z.string(),
      outputsText: z.string().nullable(),
    }),
  ),
  skipped: z.int().nonnegative(),
  nextOffset: z.int().nullable(),
});
