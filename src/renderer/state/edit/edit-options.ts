import { useCallback, useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { draftKey, useDraft } from '../../storage/drafts.ts';
import type { MessageStrategy, MessageStrategies } from '../update/build-update.ts';

const Choices = z.strictObject({
  /** Absent: not chosen; `null`: the server chooses. */
  asNode: z.string().nullable().optional(),
  ways: z.record(z.string(), z.enum(['auto', 'anew', 'whole'])).optional(),
});
type Choices = z.infer<typeof Choices>;

/** The options of an edit: the node it is written as and how lists of messages are sent. */
export interface EditOptions {
  /** `undefined`: not chosen; `null`: the server chooses. */
  readonly asNode: string | null | undefined;
  readonly strategies: MessageStrategies;
  readonly any: boolean;
  readonly chooseNode: (asNode: string | null) => void;
  readonly chooseStrategy: (key: string, way: MessageStrategy) => void;
  readonly forget: () => void;
}

/**
 * Stores the options with the draft across windows (row D-6). `wished` is the node requested by a command, which
 * counts as chosen.
 */
export function useEditOptions(place: readonly string[], wished: string | null): EditOptions {
  const [kept, setKept] = useDraft(draftKey('state-choices', ...place));
  const choices = useMemo(() => read(kept), [kept]);
  const [wish, setWish] = useState(wished);
  useEffect(() => {
    if (wish !== null && choices.asNode !== wish) setKept(JSON.stringify({ ...choices, asNode: wish }));
  }, [wish, choices, setKept]);
  const { ways: strategies = noWays } = choices;
  return {
    asNode: wish ?? choices.asNode,
    strategies,
    any: kept !== null,
    chooseNode: (asNode) => {
      setWish(null);
      setKept(JSON.stringify({ ...choices, asNode }));
    },
    chooseStrategy: (key, way) =>
      setKept(JSON.stringify({ ...choices, ways: { ...strategies, [key]: way } })),
    forget: useCallback(() => {
      setWish(null);
      setKept(null);
    }, [setKept]),
  };
}

const noWays: MessageStrategies = {};

function read(kept: string | null): Choices {
  if (kept === null) return {};
  try {
    return Choices.safeParse(JSON.parse(kept)).data ?? {};
  } catch {
    return {};
  }
}
