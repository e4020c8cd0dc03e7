import { useMemo, useState } from 'react';
import { compactJson, formatJson } from 'exact-json';
import { useUnavailable } from '../../rpc/server-features.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { objectProblem } from '../../ui/json-editor/object-problem.ts';
import { showToast } from '../../ui/popups/toast-store.ts';
import { configSchemaOf } from '../../shared-ui/config-schema.ts';
import { SettingTables } from '../../shared-ui/SettingTables.tsx';
import { JsonOrFormField } from '../../ui/schema/JsonOrFormField.tsx';
import { useProblems } from '../../ui/schema/SchemaForm.tsx';
import { useSaveSettings } from '../run-list/mutations.ts';
import { configOnTop, countChangedSettings, effectiveSettings, settingsOnTop } from './effective-settings.ts';
import { useSchemas } from '../../queries/shared-queries.ts';
import styles from './RunOptionsForm.module.css';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { ChangeOptions, ComposerOptions } from './composer-options.ts';

export interface OptionsProps {
  readonly connectionId: string;
  readonly assistant: Assistant;
  readonly options: ComposerOptions;
  readonly onChange: ChangeOptions;
}

/** Where one setting is: in which of the two forms, and its path there. */
export interface SettingPlace {
  readonly field: 'context' | 'config';
  readonly path: string;
}

interface AssistantSettingsProps extends OptionsProps {
  /** The setting that has the keys at first. */
  readonly startAt: SettingPlace | null;
  /** What a field has that is no value, and is therefore not in the options. */
  readonly formProblem: string | null;
  readonly onFormProblem: (problem: string | null) => void;
}

/** The assistant's config and context as the next runs get them. What is changed here is sent with them, or saved. */
export function AssistantSettings(props: AssistantSettingsProps) {
  const { connectionId, assistant, options, onChange, startAt, formProblem } = props;
  const onFormProblem = useProblems(props.onFormProblem);
  const schemas = useSchemas(connectionId, assistant.assistantId).data;
  const configSchema = useMemo(() => configSchemaOf(schemas?.configText ?? null), [schemas]);
  const save = useSaveSettings(connectionId);
  const noSave = useUnavailable(connectionId, 'assistants.update');
  const { configText, contextText } = options;
  const isValid = [configText, contextText].every((text) => text === null || objectProblem(text) === null);
  const merged = useMemo(
    () => (isValid ? effectiveSettings(assistant, { configText, contextText, recursionLimit: null }) : null),
    [isValid, assistant, configText, contextText],
  );
  const changes = countChangedSettings(assistant, options);
  const reset = (): void => onChange({ configText: null, contextText: null });
  const saveVersion = (): void => {
    if (merged === null) return;
    save.mutate(
      { ...assistant, ...merged },
      {
        onSuccess: ({ version }) => {
          reset();
          showToast(version === null ? 'Saved.' : `Saved as version ${version}.`, 'ok');
        },
      },
    );
  };
  return (
    <div className={styles.options}>
      <div className={styles.head}>
        <span className={styles.quiet}>
          {changes === 0
            ? `${assistant.name}${assistant.version === null ? '' : ` v${assistant.version}`}, unchanged`
            : 'For runs from here only'}
        </span>
        <span className={styles.names}>
          <Button size="small" variant="ghost" disabled={changes === 0} onClick={reset}>
            Undo changes
          </Button>
          <Button
            size="small"
            disabled={changes === 0 || merged === null || formProblem !== null || noSave !== null}
            title={noSave ?? undefined}
            busy={save.isPending ? 'Saving' : null}
            onClick={saveVersion}
          >
            Save as version
          </Button>
        </span>
      </div>
      {save.error ? <ErrorNotice action="Save failed" error={save.error} /> : null}
      <SettingField
        key={schemas === undefined ? 'context' : 'context with schema'}
        label="Context"
        schemaText={schemas?.contextText ?? null}
        baseText={assistant.contextText}
        runText={contextText}
        effectiveText={merged?.contextText ?? null}
        onTop={settingsOnTop}
        startAt={startAt?.field === 'context' ? startAt.path : null}
        onChange={(next) => onChange({ contextText: next })}
        onFormProblem={(problem) => onFormProblem('/context', problem)}
      />
      <SettingField
        key={schemas === undefined ? 'config' : 'config with schema'}
        label="Config"
        schemaText={schemas?.configText == null ? null : configSchema}
        baseText={assistant.configText}
        runText={configText}
        effectiveText={merged?.configText ?? null}
        onTop={configOnTop}
        startAt={startAt?.field === 'config' ? startAt.path : null}
        onChange={(next) => onChange({ configText: next })}
        onFormProblem={(problem) => onFormProblem('/config', problem)}
      />
      {merged === null ? null : (
        <details>
          <summary className={styles.summary}>Where each value comes from</summary>
          <SettingTables schemas={schemas} assistant={assistant} run={options} />
        </details>
      )}
    </div>
  );
}

interface SettingFieldProps {
  readonly label: string;
  readonly schemaText: string | null;
  readonly baseText: string;
  /** What runs set on top now. */
  readonly runText: string | null;
  readonly effectiveText: string | null;
  readonly onTop: (baseText: string, wantedText: string) => string | null;
  readonly startAt: string | null;
  readonly onChange: (runText: string | null) => void;
  readonly onFormProblem: (problem: string | null) => void;
}

/** The whole setting; what runs send is how it differs from the assistant's. */
function SettingField({
  label,
  schemaText,
  baseText,
  runText,
  effectiveText,
  onTop,
  startAt,
  onChange,
  onFormProblem,
}: SettingFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const sentFor = (text: string): string | null =>
    objectProblem(text) === null ? onTop(baseText, text) : text;
  // The typed text stays as it was typed while it means what is set, which may be changed elsewhere, too.
  const isTyped = typed !== null && isSameText(sentFor(typed), runText);
  const text = isTyped ? typed : effectiveText === null ? (runText ?? baseText) : formatJson(effectiveText);
  return (
    <JsonOrFormField
      label={label}
      schemaText={schemaText}
      text={text}
      problem={objectProblem(text)}
      onFormProblem={onFormProblem}
      startAt={startAt}
      onChange={(next) => {
        setTyped(next);
        onChange(sentFor(next));
      }}
    />
  );
}

function isSameText(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return one === other || (isObject(one) && isObject(other) && compactJson(one) === compactJson(other));
}

function isObject(text: string): boolean {
  return objectProblem(text) === null;
}
