import { replaceValue } from '../../../exact-json/edit.ts';
import type { JsonNode } from '../../../exact-json/tree.ts';
import { useForm } from './form-context.ts';

/** Puts another value in the place of a node. */
export function useReplace(node: JsonNode): (valueText: string) => void {
  const { text, onText } = useForm();
  return (valueText) => onText(replaceValue(text, node, valueText));
}
