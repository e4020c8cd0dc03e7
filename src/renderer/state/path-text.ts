import { javaScriptPath, type JsonPath } from '../../exact-json/json-path.ts';
import { shownText } from './shown-text.ts';

/** A path as one would write it in code: `messages[2].content`. */
export function pathText(path: JsonPath): string {
  return path.length === 0 ? 'the whole state' : shownText(javaScriptPath('', path).replace(/^\./, ''));
}
