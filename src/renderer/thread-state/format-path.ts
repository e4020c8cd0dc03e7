import { javaScriptPath, type JsonPath } from 'exact-json';
import { escapeInvisibleLine } from '../../shared/escape-invisible.ts';

/** Formats a path as in code: `messages[2].content`. */
export function formatPath(path: JsonPath): string {
  return path.length === 0
    ? 'the whole state'
    : escapeInvisibleLine(javaScriptPath('', path).replace(/^\./, ''));
}
