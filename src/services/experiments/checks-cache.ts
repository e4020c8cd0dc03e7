import type { RowChecks } from './experiment-source.ts';

// Rows, and UTF-16 units of what their checks send.
const defaultBounds = { rows: 20_000, length: 50_000_000 };

// The checks of rows that have not ended, as they were when their inputs were sent.
interface KeptChecks {
  // `undefined` beyond the bounds: then its file has to be read again.
  get(index: number): RowChecks | undefined;
  keep(index: number, checks: RowChecks): void;
  forget(index: number): void;
}

export function createChecksCache(bounds = defaultBounds): KeptChecks {
  const checksOf = new Map<number, RowChecks>();
  let length = 0;
  const forget = (index: number): void => {
    length -= lengthOf(checksOf.get(index));
    checksOf.delete(index);
  };
  return {
    get: (index) => checksOf.get(index),
    keep(index, checks) {
      forget(index);
      if (checksOf.size >= bounds.rows || length + lengthOf(checks) > bounds.length) return;
      checksOf.set(index, checks);
      length += lengthOf(checks);
    },
    forget,
  };
}

function lengthOf(checks: RowChecks | undefined): number {
  const { inputText, referenceText, conversation } = checks ?? {};
  const texts = [inputText, referenceText, ...textsOf(conversation ?? null)];
  return texts.reduce((length, text) => length + (text ?? '').length, 0);
}

function textsOf(conversation: RowChecks['conversation']): readonly (string | null)[] {
  if (conversation === null) return [];
  const { start, state, configText, contextText, referenceText } = conversation;
  const startText =
    start.kind === 'input' ? start.inputText : start.kind === 'command' ? start.commandText : null;
  return [startText, state?.valuesText ?? null, configText, contextText, referenceText];
}
