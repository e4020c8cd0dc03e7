import type { ReactNode } from 'react';
import { isImported } from '../../../shared/thread-record/story.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import { missingValueText, useImportedValues } from '../imported-values.ts';

interface ImportedRunFactsProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runId: string;
  readonly renderFact: (name: string, content: ReactNode) => ReactNode;
}

/** Input and output of a run of an import, as its export has them; nothing for any other run. */
export function ImportedRunFacts({ connectionId, threadId, runId, renderFact }: ImportedRunFactsProps) {
  const { record } = useThreadRecord(connectionId, threadId);
  const isNeeded = isImported(record);
  const { data, error } = useImportedValues(connectionId, threadId, { of: 'run', id: runId }, isNeeded);
  if (!isNeeded) return null;
  const fact = (name: string, side: 'input' | 'output'): ReactNode => {
    const text = data?.[side]?.text ?? null;
    if (text !== null)
      return renderFact(
        name,
        <code>
          <TruncatedText text={text} initialLength={400} />
        </code>,
      );
    return renderFact(
      name,
      error?.message ?? (data === undefined ? 'Loading' : missingValueText(data[side])),
    );
  };
  return (
    <>
      {fact('Input', 'input')}
      {fact('Output', 'output')}
    </>
  );
}
