import { Download } from 'lucide-react';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { RecordingPreview, RecordingProgress } from '../../shared/model/recording.ts';
import { scrubberHint } from '../../shared/scrubber-hint.ts';
import { KindList } from '../shared-ui/KindList.tsx';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { sizeText } from '../ui/display/format.ts';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { DraftSearch } from './DraftSearch.tsx';
import { SendDraft } from './SendDraft.tsx';
import { useRecording } from './use-recording.ts';
import styles from './Recordings.module.css';
import { downloadStarted, saveFile } from '../shared-ui/download.ts';

export interface RecordingDialogProps {
  readonly connectionId: string;
  readonly threadId: string;
  // The only run to record; `null`: the whole thread.
  readonly runId: string | null;
  readonly onClose: () => void;
}

export function RecordingDialog({ connectionId, threadId, runId, onClose }: RecordingDialogProps) {
  const rpc = useRpc();
  const [scrubLikely, setScrubLikely] = useState(true);
  const [hideHosts, setHideHosts] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { progress, error } = useRecording(
    { connectionId, threadId, runId, scrubLikely, hideHosts },
    attempt,
  );
  const preview = progress?.preview ?? null;
  const save = useMutation({
    mutationFn: (draft: RecordingPreview) => downloadDraft(rpc, draft),
    onSuccess: (_nothing, { fileName }) => {
      showToast(downloadStarted(fileName));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={runId === null ? 'Save recording of the thread' : 'Save recording of the run'}
      description="One file with the graph, the history, the runs and their events. The studio opens it without the server."
      width={640}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={<Download size={14} aria-hidden />}
            disabled={preview === null}
            busy={save.isPending ? 'Saving' : null}
            onClick={() => preview && save.mutate(preview)}
          >
            {preview === null ? 'Save recording' : `Save recording (${sizeText(preview.zipBytes)})`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Switch
          label="Remove likely secrets"
          hint="Values under names such as api_key, password or dsn, credentials in addresses, private keys, and texts that look like keys of known services. Keys that the studio knows are always removed."
          checked={scrubLikely}
          disabled={save.isPending}
          onChange={setScrubLikely}
        />
        <Switch
          label="Remove host names"
          hint="In addresses of any scheme and in network messages. The host of this server is removed wherever it appears."
          checked={hideHosts}
          disabled={save.isPending}
          onChange={setHideHosts}
        />
        {error !== null ? (
          <ErrorNotice
            action="Could not record"
            error={error}
            onRetry={() => setAttempt((count) => count + 1)}
          />
        ) : preview === null ? (
          <Loading>{progressText(progress)}</Loading>
        ) : (
          <>
            <Preview preview={preview} />
            <DraftSearch draftId={preview.draftId} />
            <SendDraft
              draft={preview}
              onSent={(host) => {
                showToast(`Sent ${preview.fileName} to ${host}.`, 'ok');
                onClose();
              }}
            />
          </>
        )}
        {save.error ? <ErrorNotice action="Could not save the recording" error={save.error} /> : null}
      </div>
    </Dialog>
  );
}

const steps: Readonly<Record<RecordingProgress['step'], string>> = {
  thread: 'Reading the thread',
  history: 'Reading checkpoints',
  subgraphs: 'Reading checkpoints of subgraphs',
  runs: 'Reading runs',
  frames: 'Reading events',
  packing: 'Packing',
  done: 'Packing',
};

function progressText(progress: RecordingProgress | null): string {
  const { step = 'thread', done = 0 } = progress ?? {};
  return done === 0 ? steps[step] : `${steps[step]}: ${done.toLocaleString('en')}`;
}

function Preview({ preview }: { readonly preview: RecordingPreview }) {
  const { counts, missing, missingTotal, scrubbed, bytes } = preview;
  const { known, likely, hosts, kinds } = scrubbed;
  const more = missingTotal - missing.length;
  return (
    <section aria-label="What is in the recording" className={styles.preview}>
      <PropertyList>
        <Property name="Checkpoints">
          {counts.checkpoints.toLocaleString('en')}
          {counts.subgraphCheckpoints === 0
            ? ''
            : ` and ${counts.subgraphCheckpoints.toLocaleString('en')} of subgraphs`}
        </Property>
        <Property name="Runs">
          {`${counts.runs.toLocaleString('en')} with ${counted(counts.frames, 'event', 'events')}`}
        </Property>
        <Property name="Also">
          {`${counted(counts.deliveries, 'webhook delivery', 'webhook deliveries')}, ${counted(counts.requests, 'request', 'requests')}`}
        </Property>
        <Property name="Size">{`${sizeText(bytes)}, unpacked`}</Property>
        <Property name="Removed">
          {known + likely + hosts === 0
            ? 'nothing'
            : [
                counted(known, 'known secret', 'known secrets'),
                counted(likely, 'likely secret', 'likely secrets'),
                counted(hosts, 'host', 'hosts'),
              ].join(', ')}
          <KindList kinds={kinds} />
          <p className={styles.hint}>{scrubberHint}</p>
        </Property>
        <Property name="Missing">
          {missingTotal === 0 ? (
            'nothing'
          ) : (
            <ul className={styles.missing}>
              {missing.map((sentence, index) => (
                // Sentences may be equal, and never change their order.
                // eslint-disable-next-line react/no-array-index-key
                <li key={index}>{sentence}</li>
              ))}
              {more > 0 ? <li>{`and ${more.toLocaleString('en')} more`}</li> : null}
            </ul>
          )}
        </Property>
      </PropertyList>
    </section>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

async function downloadDraft(
  rpc: StudioRpc,
  { draftId, fileName }: Pick<RecordingPreview, 'draftId' | 'fileName'>,
): Promise<void> {
  const parts: BlobPart[] = [];
  for (let from = 0, total = 1; from < total;) {
    const part = await rpc.call('recordings.part', { draftId, from });
    ({ total } = part);
    for (const piece of part.pieces) {
      // A copy: pieces are views of whole messages.
      parts.push(new Uint8Array(piece));
      from += piece.length;
    }
  }
  saveFile(fileName, new Blob(parts, { type: 'application/zip' }));
}
