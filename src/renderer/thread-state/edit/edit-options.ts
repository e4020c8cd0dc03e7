import { useCallback, useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { draftKey, useDraft } from '../../storage/drafts.ts';
import type { MessageStrategy, MessageStrategies } from './build-update.ts';

const Choices = z.strictObject({
  // Absent: not chosen; `null`: the server chooses.
  asNode: z.string().nullable().optional(),
  ways: z.record(z.string(), z.enum(['auto', 'anew', 'whole'])).optional(),
});
type Choices = z.infer<typeof Choices>;

export interface EditOptions {
  readonly asNode: string | null | undefined;
  readonly strategies: MessageStrategies;
  readonly any: boolean;
  readonly chooseNode: (asNode: string | null) => void;
  readonly chooseStrategy: (key: string, strategy: MessageStrategy) => void;
  readonly forget: () => void;
}

// Stores the options with the draft across windows. `requested` is the node requested by a command,
// which counts as chosen.
export function useEditOptions(keyParts: readonly string[], requested: string | null): EditOptions {
  const [stored, setStored] = useDraft(draftKey('state-choices', ...keyParts));
  const choices = useMemo(() => parseChoices(stored), [stored]);
  const [lastRequest, setLastRequest] = useState(requested);
  useEffect(() => {
    if (lastRequest !== null && choices.asNode !== lastRequest)
      setStored(JSON.stringify({ ...choices, asNode: lastRequest }));
  }, [lastRequest, choices, setStored]);
  const { ways: strategies = noStrategies } = choices;
  return {
    asNode: lastRequest ?? choices.asNode,
    strategies,
    any: stored !== null,
    chooseNode: (asNode) => {
      setLastRequest(null);
      setStored(JSON.stringify({ ...choices, asNode }));
    },
    chooseStrategy: (key, strategy) =>
      setStored(JSON.stringify({ ...choices, ways: { ...strategies, [key]: strategy } })),
    forget: useCallback(() => {
      setLastRequest(null);
      setStored(null);
    }, [setStored]),
  };
}

const noStrategies: MessageStrategies = {};

function parseChoices(stored: string | null): Choices {
  if (stored === null) return {};
  try {
    return Choices.safeParse(JSON.parse(stored)).data ?? {};
  } catch {
    return {};
  }
}
