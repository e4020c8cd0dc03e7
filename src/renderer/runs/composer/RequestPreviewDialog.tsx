import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatJson, memberText, memberTexts, parseTree, removeMember, setMember } from 'exact-json';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { readRunStops } from '../../shared-ui/run-stops.ts';
import { codeForms, requestCode, type CodeForm } from '../../shared-ui/request-code/request-code.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { useSubscription } from '../../rpc/use-subscription.ts';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { useCurrentRun } from '../current-run.ts';
import { useRunSession, useSession } from '../run-session.ts';
import type { RunStart } from './run-start.ts';
import { isStateless, buildRunRequest, type RunPlan } from './build-request.ts';
import type { ComposerOptions } from './composer-options.ts';
import { effectiveSettings } from './effective-settings.ts';
import styles from './RequestPreviewDialog.module.css';

type View = 'body' | 'config' | CodeForm;

interface RequestPreviewDialogProps {
  readonly connectionId: string;
  readonly assistant: Assistant;
  readonly threadId: string | null;
  readonly options: ComposerOptions;
  readonly start: RunStart;
  readonly onClose: () => void;
}

/** The dialog of the previewed start, if there is one. */
export function RequestPreview() {
  const session = useRunSession();
  const start = useSession((state) => state.previewedStart);
  const { connectionId, assistant, threadId, options } = useCurrentRun();
  if (start === null || assistant === null) return null;
  return (
    <RequestPreviewDialog
      connectionId={connectionId}
      assistant={assistant}
      threadId={threadId}
      options={options}
      start={start}
      onClose={() => session.setState({ previewedStart: null })}
    />
  );
}

/** Shows the request that would start a run, as JSON and as code. */
function RequestPreviewDialog(props: RequestPreviewDialogProps) {
  const { connectionId, assistant, threadId, options, start, onClose } = props;
  const rpc = useRpc();
  const [view, setView] = useState<View>('body');
  const servers = useSubscription('connections.watch', {}).item;
  const connection = servers?.connections.find(({ id }) => id === connectionId) ?? null;
  const plan: RunPlan = {
    connectionId,
    assistantId: assistant.assistantId,
    threadId,
    ...start,
    options,
    ...readRunStops({ connectionId, ...assistant }),
  };
  const request = buildRunRequest(plan);
  const newThread = threadId === null && !isStateless(plan);
  const preview = useQuery({
    queryKey: ['run-preview', request, newThread],
    queryFn: ({ signal }) => rpc.call('runs.preview', { request, newThread }, signal),
    retry: false,
    gcTime: 0,
  });
  const textOf = (): string => {
    if (!preview.data) return '';
    const { method, path, bodyText } = preview.data;
    if (view === 'body') return formatJson(bodyText);
    if (view === 'config') {
      const { configText, contextText } = effectiveSettings(assistant, options);
      return `config ${formatJson(configText)}\n\ncontext ${formatJson(contextText)}`;
    }
    const sent = { method, path, requestBody: withoutMark(bodyText) };
    return requestCode(view, sent, connection, newThread ? assistant.graphId : null);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="The request"
      description={
        preview.data ? `${preview.data.method} ${preview.data.path}` : 'The request as it would be sent now.'
      }
      width={720}
    >
      <div className={styles.preview}>
        <div className={styles.head}>
          <SegmentedControl
            label="Show as"
            value={view}
            onChange={setView}
            options={[
              { value: 'body', label: 'JSON' },
              ...codeForms,
              { value: 'config', label: 'Effective config' },
            ]}
          />
          {preview.data ? <CopyButton label="Copy" text={textOf} /> : null}
        </div>
        {preview.isPending ? <Loading>Building the request</Loading> : null}
        {preview.error ? <ErrorNotice action="Could not build the request" error={preview.error} /> : null}
        {preview.data ? (
          <>
            <CodeText label="Request" text={textOf()} maxHeight={420} />
            <ul className={styles.notes}>
              {(view === 'config' ? [configNote] : preview.data.notes).map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Removes the idempotency mark, which only the studio reads. */
function withoutMark(bodyText: string): string {
  const metadata = memberText(bodyText, 'metadata');
  const body = parseTree(bodyText);
  if (metadata === null || body.type !== 'object') return bodyText;
  const tree = parseTree(metadata);
  if (tree.type !== 'object') return bodyText;
  const metadataText = removeMember(
    metadata,
    tree,
    tree.members.findIndex(({ key }) => key === 'client_request_id'),
  );
  return memberTexts(metadataText).length === 0
    ? removeMember(
        bodyText,
        body,
        body.members.findIndex(({ key }) => key === 'metadata'),
      )
    : setMember(bodyText, body, 'metadata', metadataText);
}

const configNote =
  "The assistant's config and context with this run's on top. A thread of the JavaScript server also remembers configurable members of its earlier runs.";
