import { useMutation } from '@tanstack/react-query';
import type { SourceEntry, SourceGraph, SourcePlace } from '../../shared/model/source.ts';
import { useCallQuery } from '../queries/use-call.ts';
import { editorsQuery, useSourcePlaces } from '../queries/shared-queries.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { placeText } from '../shared-ui/source-entries.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { openPlace } from './open-place.ts';
import styles from './Source.module.css';

interface SourceDialogProps extends SourceGraph {
  readonly title: string;
  readonly entries: readonly SourceEntry[];
  /** Why a place could not be opened, if that was tried already. */
  readonly problem: unknown;
  readonly onChooseEditor: () => void;
  readonly onClose: () => void;
}

/** Where something is in a project, if that is more than one place or none, or if it could not be opened. */
export function SourceDialog(props: SourceDialogProps) {
  const { title, entries, problem, onChooseEditor, onClose, projectId } = props;
  const rpc = useRpc();
  const open = useMutation({
    mutationFn: (place: SourcePlace) => openPlace(rpc, projectId, place),
    onSuccess: onClose,
  });
  const { data: editors } = useCallQuery(editorsQuery, 'source.editors', {});
  const error = open.error ?? (open.isPending ? null : problem);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Source of ${title}`}
      width={620}
      footer={
        <>
          <span className={styles.editor}>
            {editors === undefined
              ? null
              : editors.used === null
                ? 'No editor was found.'
                : `Opens in ${editors.used}.`}
          </span>
          <Button onClick={onChooseEditor}>Choose editor…</Button>
        </>
      }
    >
      <div className={styles.entries}>
        {error === null || error === undefined ? null : <ErrorNotice action={null} error={error} />}
        {entries.map((entry) => (
          <Entry
            {...props}
            key={JSON.stringify(entry.target)}
            entry={entry}
            hasTitle={entries.length > 1}
            busy={open.isPending ? open.variables : null}
            onOpen={(place) => open.mutate(place)}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface EntryProps extends SourceGraph {
  readonly entry: SourceEntry;
  readonly hasTitle: boolean;
  readonly busy: SourcePlace | null;
  readonly onOpen: (place: SourcePlace) => void;
}

function Entry({ projectId, graphId, entry, hasTitle, busy, onOpen }: EntryProps) {
  const { data, error, refetch } = useSourcePlaces({ projectId, graphId }, entry.target);
  return (
    <section className={styles.entry} aria-label={entry.title}>
      {hasTitle ? <h3>{entry.title}</h3> : null}
      {error ? (
        <ErrorNotice
          action="Could not search the project’s files"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <Loading>Reading the project’s files</Loading>
      ) : (
        <>
          {data.note === null ? null : <p className={styles.quiet}>{data.note}</p>}
          <ul className={styles.places}>
            {data.places.map((place) => (
              <li key={placeText(place)} className={styles.place}>
                <div className={styles.where}>
                  <code className={styles.file}>{placeText(place)}</code>
                  {place.isGuess ? <Chip tone="wait">a guess</Chip> : null}
                </div>
                <code className={styles.line}>{place.text}</code>
                <p className={styles.quiet}>{place.reason}</p>
                <div className={styles.acts}>
                  <CopyButton label={`Copy ${placeText(place)}`} text={placeText(place)} />
                  <Button
                    size="small"
                    busy={busy === place ? 'Opening' : null}
                    onClick={() => onOpen(place)}
                    aria-label={`Open ${placeText(place)}`}
                  >
                    Open
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
