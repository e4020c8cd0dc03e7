import { escapeControls } from '../../logging/escape-controls.ts';
import { parseLogged, stackLines } from './read-log-line.ts';

// Masks a secret, also in Base64, except for its last four characters.
export function maskSecret(text: string, secret: string): string {
  // There is no token before the first start, and an empty text matches everywhere.
  if (secret === '') return text;
  const encoded = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return text.replaceAll(secret, `…${secret.slice(-4)}`).replaceAll(encoded, '…');
}

// Formats a line printed by the server: none for noise, one for most, several for a stack, whose further
// lines start with a bar, so that text inside an error can't pass for a log line.
export function formatLogLine(raw: string): string[] {
  const logged = parseLogged(raw);
  if (!logged) return [escapeControls(raw)];
  const { level, event, timestamp: _, message: __, stack: ___, ...facts } = logged;
  // Incoming requests: the line about the response says the same and more.
  if (event.startsWith('<--')) return [];
  // Under plain Node the server can't read its packages' versions and reports 0.0.0 for each.
  if (event.startsWith('Some LangGraph.js dependencies are not up to date')) return [];
  const [first = '', ...more] = event.split('\n');
  // The log line has its own time.
  const entries = Object.entries(facts).filter(([name]) => !name.endsWith('_at'));
  const tail = entries.map(([name, value]) => ` ${name}=${formatValue(value)}`);
  return [escapeControls(`${level} ${first}${tail.join('')}`), ...stackLines(more)];
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
