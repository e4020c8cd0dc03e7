import { AnyControl } from './AnyControl.tsx';
import { ArrayControl } from './ArrayControl.tsx';
import type { ControlProps } from './control-props.ts';
import { ObjectControl } from './ObjectControl.tsx';
import { BooleanControl, EnumControl, NumberControl, TextControl } from './scalar-controls.tsx';
import { Select } from '../controls/Select.tsx';
import { bestOption } from './match-score.ts';
import { useForm, useReplaceValue } from './form-context.ts';
import type { SchemaField } from './schema-field.ts';
import { fieldTemplate } from './schema-template.ts';
import styles from './SchemaForm.module.css';

// Deeper values are edited as JSON.
const deepest = 8;

// Chooses the control from the schema and the value; JSON for everything else.
export function SchemaControl(props: ControlProps) {
  const { field, node, depth } = props;
  if (depth > deepest) return <AnyControl {...props} />;
  switch (field.kind) {
    case 'object':
      return node.type === 'object' ? (
        <ObjectControl {...props} field={field} node={node} />
      ) : (
        <AnyControl {...props} />
      );
    case 'array':
      return node.type === 'array' ? (
        <ArrayControl {...props} field={field} node={node} />
      ) : (
        <AnyControl {...props} />
      );
    case 'string':
      return node.type === 'string' ? <TextControl {...props} /> : <AnyControl {...props} />;
    case 'number':
      return node.type === 'number' ? (
        <NumberControl {...props} integer={field.integer} />
      ) : (
        <AnyControl {...props} />
      );
    case 'boolean':
      return node.type === 'boolean' ? <BooleanControl {...props} /> : <AnyControl {...props} />;
    case 'enum':
      return <EnumControl {...props} texts={field.texts} />;
    case 'choice':
      return <UnionControl {...props} field={field} />;
    default:
      return <AnyControl {...props} />;
  }
}

// A value with alternatives: a picker and the control of the selected one. Another alternative starts from
// its own template.
function UnionControl(props: ControlProps & { readonly field: Extract<SchemaField, { kind: 'choice' }> }) {
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
