import { replaceValue } from '../../../exact-json/edit/text-edits.ts';
import type { JsonNode } from '../../../exact-json/scan/parse-tree.ts';
import { useForm } from './form-context.ts';

/** Puts another value in the place of a node. The focus goes to the field at `path`, where one is given. */
export function useReplaceValue(node: JsonNode): (valueText: string, path?: string) => void {
  const { text, onText } = useForm();
  return (valueText, path) => onText(replaceValue(text, node, valueText), path);
}
