import { FileInput } from 'lucide-react';
import styles from './Banner.module.css';

/** What an export of another tool does not have, in every view of it. */
export function ImportedBanner({ tool, unlisted }: { readonly tool: string; readonly unlisted: number }) {
  const older = unlisted === 1 ? '1 older thread' : `${unlisted.toLocaleString('en')} older threads`;
  return (
    <output className={styles.offer} data-testid="imported-banner">
      <FileInput size={14} aria-hidden />
      <span>
        {`Imported from ${tool}: nodes, times, tokens, errors, inputs and outputs, as far as its file has them. Such an export has no checkpoints, states, events or graph.${
          unlisted === 0 ? '' : ` ${older} of the file ${unlisted === 1 ? 'is' : 'are'} not shown.`
        }`}
      </span>
    </output>
  );
}
