import { AnyControl } from './AnyControl.tsx';
import { ArrayControl } from './ArrayControl.tsx';
import { UnionControl } from './UnionControl.tsx';
import type { ControlProps } from './control-props.ts';
import { ObjectControl } from './ObjectControl.tsx';
import { BooleanControl, EnumControl, NumberControl, TextControl } from './scalar-controls.tsx';

/** Deeper values are edited as JSON. */
const deepest = 8;

/** Chooses the control from the schema and the value; JSON for everything else. */
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
