import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { prepareSearch, useJsonJob } from '../use-json-job.ts';

const noHits: Int32Array = new Int32Array(0);

export function useTreeSearch(text: string, onShow: (index: number) => void) {
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState<{ readonly query: string; readonly at: number }>({
    query: '',
    at: -1,
  });
  const job = useMemo(() => (query === '' ? null : { kind: 'search' as const, text, query }), [text, query]);
  const { result } = useJsonJob<'search'>(job);
  const at = current.query === query ? current.at : -1;
  const hits = result ?? noHits;
  const pendingStep = useRef<{ readonly query: string; readonly by: 1 | -1 } | null>(null);
  const step = (by: 1 | -1): void => {
    pendingStep.current = result === null && query !== '' ? { query, by } : null;
    if (hits.length === 0) return;
    const from = at < 0 && by < 0 ? 0 : at;
    const next = (from + by + hits.length) % hits.length;
    setCurrent({ query, at: next });
    onShow(hits[next] ?? 0);
  };
  const takePendingStep = useEffectEvent(() => {
    if (pendingStep.current?.query === query) step(pendingStep.current.by);
    pendingStep.current = null;
  });
  useEffect(() => {
    if (result !== null) takePendingStep();
  }, [result]);
  return {
    hits,
    bar: {
      query,
      onBegin: () => prepareSearch(text),
      onQuery: setQuery,
      hits: result === null ? null : hits.length,
      at,
      onStep: step,
    },
  };
}
