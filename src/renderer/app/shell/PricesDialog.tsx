import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ModelPrice, type PriceTable } from '../../../shared/model/price.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { LeaveButton } from '../../ui/popups/LeaveButton.tsx';
import { useConfirmLeave } from '../../ui/popups/use-confirm-leave.ts';
import styles from './PricesDialog.module.css';
import { pricesQuery } from '../../queries/shared-queries.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { invalidateChanged } from '../../queries/invalidate-changed.ts';

interface PriceDraft {
  readonly model: string;
  readonly input: string;
  readonly cached: string;
  readonly output: string;
}

const emptyRow: PriceDraft = { model: '', input: '', cached: '', output: '' };

export function PricesDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = usePriceTable();
  if (data) return <PriceForm table={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title="Model prices" width={680}>
      {error ? (
        <ErrorNotice action="Could not load prices" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>Loading prices</Loading>
      )}
    </Dialog>
  );
}

function PriceForm({ table, onClose }: { readonly table: PriceTable; readonly onClose: () => void }) {
  const save = useSavePrices();
  const [openedAt] = useState(table.savedAt);
  const [currency, setCurrency] = useState(table.currency);
  const [rows, setRows] = useState<readonly PriceDraft[]>(() =>
    table.prices.length === 0
      ? [emptyRow]
      : table.prices.map((price) => ({ ...price, cached: price.cached ?? '' })),
  );
  const [isChanged, setChanged] = useState(false);
  const leaving = useConfirmLeave(isChanged, onClose);
  const used = rows.filter((row) => Object.values(row).some((text: string) => text.trim() !== ''));
  const names = used.map(({ model }) => model.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  const prices = used.map(toPrice);
  const isReady = prices.every((price) => price !== null) && twice === undefined && currency.trim() !== '';
  const noteChange = (): void => {
    leaving.stay();
    setChanged(true);
  };
  const change = (next: readonly PriceDraft[]): void => {
    setRows(next);
    noteChange();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leaving.leave())}
      title="Model prices"
      description="Per million tokens. Nothing is fetched: enter your provider’s prices. Costs appear below the timeline, under Metadata in the Node tab, and above the runs of a thread."
      width={680}
      footer={
        <>
          <LeaveButton leaving={leaving} unsaved="Your changes are not saved." />
          <Button
            variant="primary"
            disabled={!isReady}
            busy={save.isPending ? 'Saving' : null}
            onClick={() =>
              save.mutate(
                {
                  currency: currency.trim(),
                  prices: prices.filter((price) => price !== null),
                  expectedSavedAt: openedAt,
                },
                { onSuccess: onClose },
              )
            }
          >
            Save prices
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.currency}>
          <TextField
            label="Currency"
            value={currency}
            maxLength={8}
            onChange={(text) => {
              setCurrency(text);
              noteChange();
            }}
          />
          <p className={styles.note}>
            {table.savedAt === null
              ? 'No prices have been entered yet.'
              : `Last saved on ${new Date(table.savedAt).toLocaleDateString()}. Providers change their prices.`}
          </p>
        </div>
        <div className={styles.heads} aria-hidden>
          <span>Model</span>
          <span>Input</span>
          <span>Cached input</span>
          <span>Output</span>
        </div>
        {rows.map((row, index) => (
          <PriceRow
            // Rows have no identity but their place.
            key={index}
            row={row}
            number={index + 1}
            isTwice={row.model.trim() !== '' && row.model.trim() === twice}
            onChange={(next) => change(rows.with(index, next))}
            onRemove={() => change(rows.length === 1 ? [emptyRow] : rows.toSpliced(index, 1))}
          />
        ))}
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            disabled={rows.length >= 200}
            onClick={() => setRows([...rows, emptyRow])}
          >
            Add model
          </Button>
        </div>
        {used.some(isIncomplete) ? (
          <p className={styles.note} role="status">
            A model needs its name and its prices of input and output.
          </p>
        ) : null}
        {save.error ? <ErrorNotice action="Could not save the prices" error={save.error} /> : null}
      </div>
    </Dialog>
  );
}

interface PriceRowProps {
  readonly row: PriceDraft;
  readonly number: number;
  readonly isTwice: boolean;
  readonly onChange: (row: PriceDraft) => void;
  readonly onRemove: () => void;
}

function PriceRow({ row, number, isTwice, onChange, onRemove }: PriceRowProps) {
  const amount = (member: 'input' | 'cached' | 'output', label: string, placeholder: string) => (
    <TextField
      mono
      label={`${label} of model ${number}`}
      hideLabel
      value={row[member]}
      inputMode="decimal"
      placeholder={placeholder}
      error={row[member] === '' || isAmount(row[member]) ? null : 'Enter a number, such as 2.50.'}
      onChange={(text) => onChange({ ...row, [member]: text })}
    />
  );
  return (
    <div className={styles.row}>
      <TextField
        mono
        label={`Model ${number}`}
        hideLabel
        value={row.model}
        maxLength={200}
        placeholder="name, or name-*"
        error={isTwice ? 'This model is listed twice.' : null}
        onChange={(model) => onChange({ ...row, model })}
      />
      {amount('input', 'Input', '2.50')}
      {amount('cached', 'Cached input', 'as input')}
      {amount('output', 'Output', '10.00')}
      <IconButton
        size="small"
        label={`Remove model ${number}`}
        icon={<Trash2 size={14} aria-hidden />}
        onClick={onRemove}
      />
    </div>
  );
}

const isAmount = (text: string): boolean => ModelPrice.shape.input.safeParse(text.trim()).success;

const isIncomplete = ({ model, input, output }: PriceDraft): boolean =>
  [model, input, output].some((text) => text.trim() === '');

// `null`: not complete.
function toPrice({ model, input, cached, output }: PriceDraft): ModelPrice | null {
  const price = {
    model: model.trim(),
    input: input.trim(),
    cached: cached.trim() === '' ? null : cached.trim(),
    output: output.trim(),
  };
  return ModelPrice.safeParse(price).data ?? null;
}

function usePriceTable() {
  return useQuery(pricesQuery(useRpc()));
}

function useSavePrices() {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (
      table: Pick<PriceTable, 'currency' | 'prices'> & { readonly expectedSavedAt: string | null },
    ) => rpc.call('prices.save', table),
    onError: () => invalidateChanged(queryClient, pricesQuery(rpc).queryKey),
    onSuccess: (table) => queryClient.setQueryData(pricesQuery(rpc).queryKey, table),
  });
}
