import { useMemo, useState } from 'react';
import { z } from 'zod';
import { compactJson } from 'exact-json';
import type { Assistant } from '../../shared/model/assistant.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import type { RunSettings } from '../shared-ui/run-settings.ts';
import { draftKey, useDraft } from '../storage/drafts.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { objectProblem } from '../ui/json-editor/object-problem.ts';
import { SchemaForm, useProblems } from '../ui/schema/SchemaForm.tsx';
import { useSaveAssistant } from './mutations.ts';
import { nodeSettingTexts, withNodeSettings, type NodeSettings } from './node-settings.ts';
import styles from './NodeSettingsForm.module.css';

export interface NodeSettingsFormProps {
  readonly connectionId: string;
  readonly assistant: Assistant;
  readonly nodeId: string;
  readonly settings: NodeSettings;
  readonly onTry: (settings: RunSettings) => void;
  // Why it can't be run again; `null` if it can.
  readonly tryBlocker: string | null;
}

export function nodeSettingsDraftKey(connectionId: string, assistantId: string, nodeId: string): string {
  return draftKey('node-settings', connectionId, assistantId, nodeId);
}

const Draft = z.strictObject({
  version: z.number().nullable(),
  contextText: z.string(),
  configurableText: z.string(),
});

/** The settings that the schema ties to a node: edited here, tried on a checkpoint, and saved as a version. */
export function NodeSettingsForm(props: NodeSettingsFormProps) {
  const { connectionId, assistant, nodeId, settings, onTry, tryBlocker } = props;
  const formId = nodeSettingsDraftKey(connectionId, assistant.assistantId, nodeId);
  const [stored, store] = useDraft(formId);
  const draft = useMemo(() => parseDraft(stored), [stored]);
  const saved = useMemo(() => nodeSettingTexts(settings, assistant), [settings, assistant]);
  const save = useSaveAssistant(connectionId);
  const readOnly = useUnavailable(connectionId, 'assistants.update');
  const texts = draft ?? saved;
  const [formProblem, setFormProblem] = useState<string | null>(null);
  const onFormProblem = useProblems(setFormProblem);
  const isValid =
    formProblem === null &&
    [texts.contextText, texts.configurableText].every((text) => objectProblem(text) === null);
  const isChanged =
    draft !== null &&
    (!isValid ||
      compactJson(draft.contextText) !== compactJson(saved.contextText) ||
      compactJson(draft.configurableText) !== compactJson(saved.configurableText));
  const isOutdated = isChanged && draft.version !== assistant.version;
  const change = (next: Partial<RunSettings>): void =>
    store(JSON.stringify({ version: draft?.version ?? assistant.version, ...pickTexts(texts), ...next }));
  const submit = (): void => {
    const { name, description } = assistant;
    const content = withNodeSettings(settings, assistant, texts);
    save.mutate(
      { base: assistant, graphId: assistant.graphId, settings: { name, description, ...content } },
      {
        onSuccess: ({ version }) => {
          store(null);
          showToast(version === null ? 'Saved.' : `Saved as version ${version}.`, 'ok');
        },
      },
    );
  };
  return (
    <div className={styles.settings}>
      <p className={styles.note}>
        Settings of the assistant <b>{assistant.name}</b>
        {assistant.version === null ? '' : `, version ${assistant.version}`}. Settings that are not set use
        the schema’s default, or what the code decides.
      </p>
      {settings.context === null ? null : (
        <SchemaForm
          label="Context of the node"
          formId={`${formId}/context`}
          schemaText={settings.context.schemaText}
          valueText={texts.contextText}
          onChange={(contextText) => change({ contextText })}
          onProblem={(problem) => onFormProblem('/context', problem)}
        />
      )}
      {settings.configurable === null ? null : (
        <SchemaForm
          label="Config of the node"
          formId={`${formId}/config`}
          schemaText={settings.configurable.schemaText}
          valueText={texts.configurableText}
          onChange={(configurableText) => change({ configurableText })}
          onProblem={(problem) => onFormProblem('/configurable', problem)}
        />
      )}
      {isOutdated ? (
        <p className={styles.note} role="status">
          The assistant’s version has changed since you started this edit. Saving changes only these settings.
        </p>
      ) : null}
      {save.error ? <ErrorNotice action="Save failed" error={save.error} /> : null}
      <div className={styles.actions}>
        <Button
          size="small"
          variant="primary"
          disabled={!isChanged || !isValid || readOnly !== null}
          title={readOnly ?? undefined}
          busy={save.isPending ? 'Saving' : null}
          onClick={submit}
        >
          Save as new version
        </Button>
        <Button
          size="small"
          disabled={!isValid || readOnly !== null || tryBlocker !== null}
          title={
            readOnly ?? tryBlocker ?? 'Runs the node again on a fork with these settings. They are not saved.'
          }
          onClick={() => onTry(pickTexts(texts))}
        >
          Try on this checkpoint
        </Button>
        {draft === null ? null : (
          <Button size="small" variant="ghost" onClick={() => store(null)}>
            Discard
          </Button>
        )}
      </div>
    </div>
  );
}

function pickTexts({ contextText, configurableText }: RunSettings): RunSettings {
  return { contextText, configurableText };
}

// A damaged one counts as none.
function parseDraft(text: string | null): z.infer<typeof Draft> | null {
  if (text === null) return null;
  try {
    return Draft.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
