import { useMemo } from 'react';
import { formatJson } from 'exact-json';
import { Button } from '../../ui/controls/Button.tsx';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { configSchemaOf } from '../../shared-ui/config-schema.ts';
import { SettingTables } from '../../shared-ui/SettingTables.tsx';
import { JsonOrFormField } from '../../ui/schema/JsonOrFormField.tsx';
import { describeJsonError } from '../json-error.ts';
import { effectiveSettings } from './effective-settings.ts';
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

export function ConfigFields({ connectionId, assistant, options, onChange }: OptionsProps) {
  const schemas = useSchemas(connectionId, assistant.assistantId).data;
  const configSchema = useMemo(() => configSchemaOf(schemas?.configText ?? null), [schemas]);
  const merged = useMemo(() => {
    const texts = [options.configText, options.contextText];
    return texts.every((text) => text === null || describeJsonError(text) === null)
      ? effectiveSettings(assistant, options)
      : null;
  }, [assistant, options]);
  return (
    <section className={styles.group} aria-label="Config and context">
      <h3 className={styles.title}>Config and context</h3>
      <JsonOption
        label="Config"
        schemaText={configSchema}
        text={options.configText}
        onChange={(configText) => onChange({ configText })}
      />
      <JsonOption
        label="Context"
        schemaText={schemas?.contextText ?? null}
        text={options.contextText}
        onChange={(contextText) => onChange({ contextText })}
      />
      <JsonOption
        label="Metadata"
        schemaText={null}
        text={options.metadataText}
        onChange={(metadataText) => onChange({ metadataText })}
      />
      {merged === null ? null : (
        <details>
          <summary className={styles.summary}>
            The run receives these merged with those of the assistant
          </summary>
          <SettingTables schemas={schemas} assistant={assistant} run={options} />
          <CodeText label="Effective config" text={formatJson(merged.configText)} maxHeight={160} />
          <CodeText label="Effective context" text={formatJson(merged.contextText)} maxHeight={160} />
        </details>
      )}
    </section>
  );
}

interface JsonOptionProps {
  readonly label: string;
  readonly schemaText: string | null;
  readonly text: string | null;
  readonly onChange: (text: string | null) => void;
}

function JsonOption({ label, schemaText, text, onChange }: JsonOptionProps) {
  return (
    <JsonOrFormField
      label={label}
      schemaText={schemaText}
      text={text}
      onChange={onChange}
      problem={text === null ? null : describeJsonError(text)}
      actions={
        <Button
          size="small"
          variant="ghost"
          aria-label={text === null ? `Add ${label.toLowerCase()}` : `Leave ${label.toLowerCase()} out`}
          onClick={() => onChange(text === null ? '{}' : null)}
        >
          {text === null ? 'Add' : 'Leave out'}
        </Button>
      }
    />
  );
}
