import { useMemo, useState } from 'react';
import { formatJson } from '../../../../exact-json/scan/format.ts';
import { memberText } from '../../../../exact-json/scan/object-members.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CodeText } from '../../../ui/display/CodeText.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { JsonEditor } from '../../../ui/json-editor/JsonEditor.tsx';
import { SchemaForm } from '../../../ui/schema-form/SchemaForm.tsx';
import { useValidationError } from '../../../ui/schema-check/use-validation-error.ts';
import { describeJsonError } from '../../json-error.ts';
import { mergeConfig } from '../request/merge-config.ts';
import { useSchemas } from '../../../queries/shared-queries.ts';
import type { OptionsProps } from './options-props.ts';
import styles from './RunOptionsForm.module.css';

/** Config, context and metadata of the run, as a form where there is a schema, or as JSON. */
export function ConfigFields({ connectionId, assistant, options, onChange }: OptionsProps) {
  const schemas = useSchemas(connectionId, assistant.assistantId).data;
  const configSchema = useMemo(() => configSchemaOf(schemas?.configText ?? null), [schemas]);
  const merged = useMemo(() => {
    const texts = [options.configText, options.contextText];
    return texts.every((text) => text === null || describeJsonError(text) === null)
      ? mergeConfig(assistant, options)
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
  /** `null`: not sent. */
  readonly text: string | null;
  readonly onChange: (text: string | null) => void;
}

function JsonOption({ label, schemaText, text, onChange }: JsonOptionProps) {
  const [asForm, setAsForm] = useState(schemaText !== null);
  const problem = text === null ? null : describeJsonError(text);
  const { unchecked } = useValidationError(schemaText, problem === null ? (text ?? '') : '');
  const isForm = asForm && schemaText !== null;
  return (
    <div className={styles.choice}>
      <div className={styles.jsonHead}>
        <span className={styles.label}>{label}</span>
        {text === null || schemaText === null ? null : (
          <SegmentedControl
            label={`Write the ${label.toLowerCase()} as`}
            value={asForm ? 'form' : 'json'}
            onChange={(mode) => setAsForm(mode === 'form')}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        )}
        <Button
          size="small"
          variant="ghost"
          aria-label={text === null ? `Add ${label.toLowerCase()}` : `Leave ${label.toLowerCase()} out`}
          onClick={() => onChange(text === null ? '{}' : null)}
        >
          {text === null ? 'Add' : 'Leave out'}
        </Button>
      </div>
      {text === null ? null : isForm ? (
        <SchemaForm label={label} schemaText={schemaText} valueText={text} onChange={onChange} />
      ) : (
        <div className={styles.editor}>
          <JsonEditor
            label={label}
            value={text}
            onChange={onChange}
            schemaText={schemaText}
            minHeight={48}
            maxHeight={220}
          />
        </div>
      )}
      {problem === null ? null : <p className={styles.problem}>{problem}</p>}
      {/* The form shows its own errors. */}
      {text === null || unchecked === null || isForm ? null : (
        <p className={styles.quiet} role="status">
          {label} {unchecked}. You can send it anyway.
        </p>
      )}
    </div>
  );
}

/** Servers describe only `configurable`; the config around it is always the same. */
function configSchemaOf(configurable: string | null): string {
  const inner = configurable ?? '{"type":"object"}';
  // References resolve against the root of the `configurable` schema.
  const definitions = ['$defs', 'definitions'].flatMap((name) => {
    const text = memberText(inner, name);
    return text === null ? [] : [`"${name}":${text},`];
  });
  return `{${definitions.join('')}"type":"object","properties":{"configurable":${inner},"tags":{"type":"array","items":{"type":"string"}}}}`;
}
