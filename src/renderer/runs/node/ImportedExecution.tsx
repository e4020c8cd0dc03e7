import type { ImportedValue } from '../../../shared/model/imported-values.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { missingValueText, useImportedValues } from '../imported-values.ts';
import { ExecutionError } from './ExecutionError.tsx';
import { ExecutionSection } from './ExecutionSection.tsx';
import type { ExecutionViewProps } from './node-view-props.ts';
import styles from './NodeView.module.css';

/** Input and output of an execution of an import, as its export has them. */
export function ImportedExecution(props: ExecutionViewProps) {
  const { connectionId, threadId, execution, slots } = props;
  const { data, error, refetch } = useImportedValues(connectionId, threadId ?? '', {
    of: 'execution',
    id: execution.executionId,
  });
  const section = (title: 'Input' | 'Output', value: ImportedValue | null | undefined) => {
    const text = value?.text ?? null;
    return (
      <ExecutionSection
        title={title}
        startsOpen
        fills
        note="as exported"
        end={text === null ? null : <CopyButton label={`Copy ${title.toLowerCase()}`} text={text} />}
      >
        {title === 'Output' && execution.status === 'failed' ? <ExecutionError {...props} /> : null}
        {error !== null ? (
          <div className={styles.padded}>
            <ErrorNotice
              action={`Could not load the ${title.toLowerCase()}`}
              error={error}
              onRetry={() => void refetch()}
            />
          </div>
        ) : value === undefined ? (
          <Loading fill>{`Loading the ${title.toLowerCase()}`}</Loading>
        ) : text !== null ? (
          slots.renderTree(text, title)
        ) : title === 'Output' && execution.status === 'failed' ? null : (
          <EmptyState compact title={`Unknown ${title.toLowerCase()}`} sentence={missingValueText(value)} />
        )}
      </ExecutionSection>
    );
  };
  return (
    <>
      {section('Input', data?.input)}
      {section('Output', data?.output)}
    </>
  );
}
