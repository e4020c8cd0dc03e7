import { useState } from 'react';
import { formatJson } from 'exact-json';
import type { Assistant, AssistantSettings } from '../../shared/model/assistant.ts';
import { configSchemaOf } from '../shared-ui/config-schema.ts';
import { SettingTables } from '../shared-ui/SettingTables.tsx';
import { useSchemas } from '../queries/shared-queries.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { LeaveButton } from '../ui/popups/LeaveButton.tsx';
import { useConfirmLeave } from '../ui/popups/use-confirm-leave.ts';
import { objectProblem } from '../ui/json-editor/object-problem.ts';
import { JsonOrFormField } from '../ui/schema/JsonOrFormField.tsx';
import { useProblems } from '../ui/schema/SchemaForm.tsx';
import { useSaveAssistant } from './mutations.ts';
import styles from './AssistantDialog.module.css';

interface AssistantDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly assistant: Assistant | null;
  readonly template: Assistant | null;
  readonly graphIds: readonly string[];
  readonly onClose: () => void;
  readonly onSaved: (assistant: Assistant) => void;
}

export function AssistantDialog(props: AssistantDialogProps) {
  const { connectionId, serverName, template, graphIds, onClose, onSaved } = props;
  // The version that was opened: a newer one must not be overwritten unseen.
  const [base] = useState(props.assistant);
  const source = base ?? template;
  const [graphId, setGraphId] = useState(source?.graphId ?? graphIds[0] ?? '');
  const [first] = useState(() => settingsOf(source, base === null));
  const [settings, setSettings] = useState(first);
  // A new assistant has the schemas of its graph, which are those of the graph's other assistants.
  const schemas = useSchemas(connectionId, base?.assistantId ?? (graphId || null)).data;
  const save = useSaveAssistant(connectionId);
  const problems = {
    config: objectProblem(settings.configText),
    context: objectProblem(settings.contextText),
  };
  const isChanged = JSON.stringify(first) !== JSON.stringify(settings);
  const [formProblem, setFormProblem] = useState<string | null>(null);
  // What is typed into a field and no value yet is not in the settings.
  const leaving = useConfirmLeave(isChanged || formProblem !== null, onClose);
  const onFormProblem = useProblems(setFormProblem);
  const isReady =
    formProblem === null &&
    settings.name.trim() !== '' &&
    graphId !== '' &&
    problems.config === null &&
    problems.context === null;
  const change = (next: Partial<AssistantSettings>): void => {
    leaving.stay();
    setSettings({ ...settings, ...next });
  };
  const submit = (): void => save.mutate({ base, graphId, settings }, { onSuccess: onSaved });
  return (
    <Dialog
      open
      onOpenChange={leaving.leave}
      width={640}
      title={base === null ? 'New assistant' : `Edit “${base.name}”`}
      description={
        <>
          {base === null ? 'A graph with its own settings, on ' : 'Runs use the new version at once on '}
          <strong>{serverName}</strong>.
        </>
      }
      footer={
        <>
          <LeaveButton leaving={leaving} unsaved="Your changes are not saved." />
          <Button
            variant="primary"
            disabled={!isReady || (base !== null && !isChanged)}
            busy={save.isPending ? 'Saving' : null}
            onClick={submit}
          >
            {base === null ? 'Create assistant' : 'Save as new version'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {base === null ? (
          <div className={styles.choice}>
            <span className={styles.label}>Graph</span>
            <Select
              wide
              label="Graph"
              value={graphId}
              onChange={setGraphId}
              options={graphIds.map((id) => ({ value: id, label: id }))}
            />
          </div>
        ) : null}
        <TextField label="Name" value={settings.name} maxLength={500} onChange={(name) => change({ name })} />
        <TextField
          label="Description"
          value={settings.description ?? ''}
          onChange={(text) => change({ description: text === '' ? null : text })}
        />
        <JsonOrFormField
          label="Context"
          schemaText={schemas?.contextText ?? null}
          text={settings.contextText}
          onChange={(contextText) => change({ contextText })}
          problem={problems.context}
          onFormProblem={(problem) => onFormProblem('/context', problem)}
        />
        <JsonOrFormField
          label="Config"
          schemaText={schemas?.configText == null ? null : configSchemaOf(schemas.configText)}
          text={settings.configText}
          onChange={(configText) => change({ configText })}
          problem={problems.config}
          onFormProblem={(problem) => onFormProblem('/config', problem)}
        />
        {problems.config === null && problems.context === null ? (
          <details className={styles.sources}>
            <summary>Defaults for runs</summary>
            <SettingTables schemas={schemas} assistant={settings} run={null} assistantLabel="set here" />
          </details>
        ) : null}
        {save.error ? <ErrorNotice action="Save failed" error={save.error} /> : null}
      </div>
    </Dialog>
  );
}

function settingsOf(source: Assistant | null, isCopy: boolean): AssistantSettings {
  if (source === null) return { name: '', description: null, configText: '{}', contextText: '{}' };
  const { name, description, configText, contextText } = source;
  return {
    name: isCopy ? `Copy of ${name}` : name,
    description,
    configText: formatJson(configText),
    contextText: formatJson(contextText),
  };
}
