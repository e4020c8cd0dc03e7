import { Select } from '../../ui/controls/Select.tsx';
import { addsMessages } from '../messages/message-list.ts';
import type { MessageUpdate } from '../messages/message-update.ts';
import type { MessageStrategy, UpdateEntry } from './build-update.ts';
import styles from '../state.module.css';

interface MessageStrategyFieldProps {
  readonly change: UpdateEntry;
  readonly strategy: MessageStrategy;
  readonly schemaText: string | null;
  readonly onStrategy: (strategy: MessageStrategy) => void;
}

const strategies: readonly {
  readonly value: MessageStrategy;
  readonly label: string;
  readonly detail: string;
}[] = [
  { value: 'auto', label: 'as needed', detail: 'by ID where possible, otherwise replace all' },
  { value: 'anew', label: 'replace all', detail: 'after __remove_all__' },
  { value: 'whole', label: 'the list as is', detail: 'for keys without a message reducer' },
];

// Selects how a list of messages is sent: a reducer merges messages by id and doesn't accept a replacement list.
export function MessageStrategyField({
  change: { key, update },
  strategy,
  schemaText,
  onStrategy,
}: MessageStrategyFieldProps) {
  const isKnown = addsMessages(schemaText, key);
  return (
    <div>
      <div className={styles.asNode}>
        <span aria-hidden="true">send {key}</span>
        <Select
          wide
          label={`Send ${key}`}
          value={strategy}
          options={[...strategies]}
          onChange={(next) => onStrategy(strategies.find(({ value }) => value === next)?.value ?? 'auto')}
        />
      </div>
      <p className={styles.hint} data-testid="message-sending">
        {update === null
          ? 'The whole list is sent. A reducer that appends messages keeps the ones missing from it.'
          : sentence(update)}{' '}
        {update === null || isKnown
          ? ''
          : 'The schema does not say whether a reducer adds messages here; if none does, send the list as is.'}
      </p>
    </div>
  );
}

function sentence({ kind, replaced, removed, added }: MessageUpdate): string {
  const parts = [
    replaced > 0 ? `${replaced} replaced` : null,
    removed > 0 ? `${removed} removed` : null,
    added > 0 ? `${added} added` : null,
  ].filter((part) => part !== null);
  const what = parts.length === 0 ? 'a new order' : parts.join(', ');
  if (kind === 'by-id') {
    return `Sent by ID: ${what}. The reducer replaces messages with the same ID and appends new ones.`;
  }
  return `All messages are removed with __remove_all__ and your list replaces them (${what}): a reducer can only append. Servers without __remove_all__ reject it.`;
}
