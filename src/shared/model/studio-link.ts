import * as z from 'zod/mini';
import { namedRecordingBaseUrl } from './read-only.ts';

const Id = z.string().check(
  z.minLength(1),
  z.maxLength(300),
  // eslint-disable-next-line no-control-regex
  z.regex(/^[^\u0000-\u001f\u007f]+$/),
);

/**
 * A place in the studio: a server by its address, and what is below it. Anybody can write one, so it only says what to
 * show: it holds no key, adds no server and starts nothing.
 *
 * - `baseUrl`: The server's base URL, http or https, without user name, password, query and fragment; for an opened
 *   recording one that no network has (`recordingBaseUrl`).
 */
export const StudioLink = z.strictObject({
  baseUrl: z.string().check(z.maxLength(2048), z.refine(isServerUrl)),
  assistantId: z.optional(Id),
  threadId: z.optional(Id),
  checkpointId: z.optional(Id),
  runId: z.optional(Id),
  nodeId: z.optional(Id),
});
export type StudioLink = z.infer<typeof StudioLink>;

/** The scheme of links that the desktop app opens: `remotegraph://open?baseUrl=...`. */
export const linkScheme = 'remotegraph';

const maxLinkLength = 4096;

const parameters = {
  baseUrl: 'baseUrl',
  assistantId: 'assistant',
  threadId: 'thread',
  checkpointId: 'checkpoint',
  runId: 'run',
  nodeId: 'node',
} as const;

/** The query of a link, without `?`. */
export function linkQuery(link: StudioLink): string {
  const query = new URLSearchParams();
  for (const [member, name] of Object.entries(parameters)) {
    const value = link[member as keyof typeof parameters];
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}

/**
 * Reads the query of a link: `baseUrl=http://127.0.0.1:2024&thread=...`, as `langgraph dev` opens it, too; or
 * `recording=tides`, by the name of its file. Other parameters are ignored; `null` without a usable address, or if
 * another value is unusable.
 */
export function parseLinkQuery(text: string): StudioLink | null {
  if (text.length > maxLinkLength) return null;
  const query = new URLSearchParams(text);
  const recording = query.get('recording') ?? '';
  if (recording !== '' && recording.length <= 300 && !query.has(parameters.baseUrl))
    query.set(parameters.baseUrl, namedRecordingBaseUrl(recording));
  const members = Object.entries(parameters).flatMap(([member, name]) => {
    const value = query.get(name);
    return value === null ? [] : [[member, value.trim()] as const];
  });
  const parsed = StudioLink.safeParse(Object.fromEntries(members)).data;
  return parsed === undefined ? null : { ...parsed, baseUrl: withoutSlash(parsed.baseUrl) };
}

/** Reads a link of the desktop app; `null` for any other text. */
export function parseAppLink(text: string): StudioLink | null {
  const [, query] = /^remotegraph:\/\/open\/?\?([^#]*)$/i.exec(text) ?? [];
  return query === undefined ? null : parseLinkQuery(query);
}

export function isSameServer(one: string, other: string): boolean {
  return normalizeUrl(one) === normalizeUrl(other);
}

function isServerUrl(text: string): boolean {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) return false;
  const { protocol, username, password, search, hash, hostname } = new URL(text);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return (protocol === 'http:' || protocol === 'https:') && isPlain && hostname !== '';
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function normalizeUrl(url: string): string {
  return URL.canParse(url) ? withoutSlash(new URL(url).href) : url;
}
