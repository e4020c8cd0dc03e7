import { z } from 'zod';
import { escapeControls } from '../logging/escape-controls.ts';

/** A line of the server's logger (winston with `LOG_JSON=true`, langgraph-api `logging.mts`). */
const Logged = z.looseObject({ level: z.string(), event: z.string() });

/** Replaces a secret, also in its Base64 form, by its last four characters (row L-1). */
export function maskSecret(text: string, secret: string): string {
  // Before the first start there is no token, and an empty text would be found between any two characters.
  if (secret === '') return text;
  const encoded = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return text.replaceAll(secret, `…${secret.slice(-4)}`).replaceAll(encoded, '…');
}

/**
 * What to show for a line that the server printed: nothing for its noise, one line for most, several for a stack, where
 * each but the first starts with a bar, so that text inside of an error can't pass for a line of the log.
 */
export function formatLogLine(raw: string): string[] {
  const logged = parseLogged(raw);
  if (!logged) return [escapeControls(raw)];
  const { level, event, timestamp: _, message: __, stack: ___, ...facts } = logged;
  // Arriving requests: the line about the answer says the same and more.
  if (event.startsWith('<--')) return [];
  // Under plain Node the server can't read the versions of its packages and says 0.0.0 of each.
  if (event.startsWith('Some LangGraph.js dependencies are not up to date')) return [];
  const [first = '', ...more] = event.split('\n');
  // Times of a run: the line has its own.
  const telling = Object.entries(facts).filter(([name]) => !name.endsWith('_at'));
  const tail = telling.map(([name, value]) => ` ${name}=${shown(value)}`);
  return [
    escapeControls(`${level} ${first}${tail.join('')}`),
    ...more.filter((line) => line.trim() !== '').map((line) => `  | ${escapeControls(line)}`),
  ];
}

function parseLogged(raw: string): z.output<typeof Logged> | null {
  if (!raw.startsWith('{')) return null;
  try {
    return Logged.safeParse(JSON.parse(raw)).data ?? null;
  } catch {
    return null;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
