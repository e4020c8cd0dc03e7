import { Select } from '../controls/Select.tsx';
import type { ControlProps } from './control-props.ts';
import { bestOption } from '../schema/match-score.ts';
import { useForm, useReplaceValue } from './form-context.ts';
import type { SchemaField } from '../schema/schema-field.ts';
import { fieldTemplate } from '../schema/schema-template.ts';
import styles from './SchemaForm.module.css';

/**
 * A value with alternatives: a picker and the control of the selected one. Another alternative starts from
 * its own template.
 */
export function UnionControl(
  props: ControlProps & { readonly field: Extract<SchemaField, { kind: 'choice' }> },
) {
  const { name, field, node, depth } = props;
  const { text, disabled, Control } = useForm();
  const replace = useReplaceValue(node);
  const option = bestOption(field.options, node, text);
  const chosen = option ? field.options.indexOf(option) : -1;
  return (
    <div className={styles.members}>
      <Select
        label={`Form of ${name}`}
        wide
        value={option ? String(chosen) : null}
        placeholder="No matching type"
        disabled={disabled}
        onChange={(index) => {
          const next = field.options[Number(index)];
          if (next && Number(index) !== chosen) replace(fieldTemplate(next.field));
        }}
        options={field.options.map(({ label }, index) => ({ value: String(index), label }))}
      />
      <Control {...props} key={chosen} field={option?.field ?? { ...field, kind: 'any' }} depth={depth + 1} />
    </div>
  );
}
