import { useEffect, useRef, useState } from 'react';
import { lengthOfExample, type DatasetExample } from '../../../shared/inputs/dataset-example.ts';
import { maxExamples, maxExamplesLength } from '../../../shared/inputs/read-examples.ts';
import type { LangsmithDataset } from '../../../shared/model/langsmith.ts';
import { countOf } from '../../../shared/count-of.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useCallQuery } from '../../queries/use-call.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { Listbox } from '../../ui/lists/Listbox.tsx';
import styles from './ImportDataset.module.css';

/** A dataset that was read from a file or from LangSmith. */
export interface LoadedDataset {
  readonly name: string;
  readonly examples: readonly DatasetExample[];
  /** Examples that can't be read. */
  readonly skipped: number;
  /** Whether there are more examples than are imported at once. */
  readonly isCut: boolean;
}

interface LangsmithDatasetsProps {
  readonly onRead: (dataset: LoadedDataset | null) => void;
}

interface Reading {
  readonly dataset: LangsmithDataset;
  readonly count: number;
  readonly abort: AbortController;
}

export function LangsmithDatasets({ onRead }: LangsmithDatasetsProps) {
  const rpc = useRpc();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const [offset, setOffset] = useState(0);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const [error, setError] = useState<unknown>(null);
  const active = useRef<AbortController | null>(null);
  useEffect(() => () => active.current?.abort(), []);
  const list = useCallQuery(
    [...queryKeys.langsmith, 'datasets', text, offset],
    'langsmith.datasets',
    { text, offset },
    { retry: false, staleTime: 60_000 },
  );

  const stop = (): void => {
    active.current?.abort();
    active.current = null;
    setReading(null);
  };
  const readDataset = async (dataset: LangsmithDataset): Promise<void> => {
    stop();
    const abort = new AbortController();
    active.current = abort;
    setChosenId(dataset.id);
    setError(null);
    onRead(null);
    const examples: DatasetExample[] = [];
    let skipped = 0;
    let length = 0;
    let isCut = false;
    try {
      for (let next: number | null = 0; next !== null;) {
        setReading({ dataset, count: examples.length, abort });
        const page: Awaited<ReturnType<typeof readPage>> = await readPage(dataset.id, next, abort.signal);
        for (const example of page.examples) examples.push(example);
        skipped += page.skipped;
        length += page.examples.reduce((sum, example) => sum + lengthOfExample(example), 0);
        isCut =
          examples.length > maxExamples ||
          (page.nextOffset !== null && (examples.length === maxExamples || length > maxExamplesLength));
        next = isCut ? null : page.nextOffset;
      }
      onRead({ name: dataset.name, examples: examples.slice(0, maxExamples), skipped, isCut });
    } catch (failure) {
      if (!abort.signal.aborted) setError(failure);
    } finally {
      if (active.current === abort) stop();
    }
  };
  const readPage = (datasetId: string, from: number, signal: AbortSignal) =>
    rpc.call('langsmith.examples', { datasetId, offset: from }, signal);

  const search = (): void => {
    setOffset(0);
    setText(typed.trim());
  };
  const page = list.data;
  return (
    <>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <TextField label="Name contains" value={typed} onChange={setTyped} maxLength={500} />
        <Button type="submit">Search</Button>
      </form>
      {list.error ? (
        <ErrorNotice
          action="Could not list the datasets"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : page === undefined ? (
        <Loading>Listing the datasets</Loading>
      ) : page.datasets.length === 0 ? (
        <p className={styles.note}>
          {text === '' && offset === 0 ? 'There are no datasets for this key.' : 'No dataset matches.'}
        </p>
      ) : (
        <div className={styles.datasets}>
          <Listbox
            label="Datasets"
            items={page.datasets}
            keyOf={({ id }) => id}
            selectedKey={chosenId}
            onSelect={(dataset) => void readDataset(dataset)}
            render={({ name, examples }) => (
              <span className={styles.dataset}>
                <span className={styles.name} title={name}>
                  {name}
                </span>
                <span className={styles.note}>{examples === null ? '' : countOf(examples, 'example')}</span>
              </span>
            )}
          />
        </div>
      )}
      {page !== undefined && (offset > 0 || page.hasMore) ? (
        <div className={styles.line}>
          <Button size="small" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - 100))}>
            Previous
          </Button>
          <Button size="small" disabled={!page.hasMore} onClick={() => setOffset(offset + 100)}>
            Next
          </Button>
        </div>
      ) : null}
      {reading === null ? null : (
        <div className={styles.line}>
          <Loading inline>
            {`Reading ${reading.dataset.name}: ${countOf(reading.count, 'example')} so far`}
          </Loading>
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        </div>
      )}
      {error === null ? null : <ErrorNotice action="Could not read the examples" error={error} />}
    </>
  );
}
