import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { teamRoles } from '../../shared/model/team.ts';

/** Signatures by a key that only the issuer has. None by a shared secret, and never `none`. */
export const signatureAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

const text = z.string().min(1).max(2048);
const oneOrMore = z.union([text, z.array(text).min(1).max(20)]).transform((value) => [value].flat());
const isLoopback = ({ hostname }: URL): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

// Over plain http anybody on the way could replace keys, or read what is shown.
const secureUrl = text.refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)));
}, 'must be an https address (http only on this computer)');

const TeamFile = z
  .strictObject({
    publicUrl: secureUrl.refine((value) => {
      const { pathname, search, hash, username } = new URL(value);
      return pathname === '/' && `${search}${hash}${username}` === '';
    }, 'must be an address without a path, such as https://studio.example.com'),
    hosts: z
      .array(
        z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, 'must be names such as studio:4983, in lower case'),
      )
      .max(20)
      .default([]),
    header: z
      .string()
      .regex(/^[a-z0-9-]{1,100}$/i, 'must be the name of a header')
      .transform((name) => name.toLowerCase()),
    issuer: text,
    audience: oneOrMore,
    jwksUrl: secureUrl.optional(),
    keysFile: text.optional(),
    algorithms: z
      .array(z.enum(signatureAlgorithms))
      .min(1)
      .default([...signatureAlgorithms]),
    nameClaim: text.default('name'),
    groupsClaim: text.default('groups'),
    roles: z.strictObject(
      Object.fromEntries(teamRoles.map((role) => [role, z.array(text).max(200).default([])])) as Record<
        (typeof teamRoles)[number],
        z.ZodDefault<z.ZodArray<typeof text>>
      >,
    ),
  })
  .refine(({ jwksUrl, keysFile }) => (jwksUrl === undefined) !== (keysFile === undefined), {
    message: 'needs either "jwksUrl" or "keysFile", for the keys of the issuer',
  })
  .refine(({ roles }) => Object.values(roles).some((groups) => groups.length > 0), {
    message:
      'names no group, so that nobody could open the studio; "*" stands for everybody who is signed in',
    path: ['roles'],
  });

const PublicKey = z.looseObject({ kty: z.enum(['RSA', 'EC', 'OKP']), d: z.undefined().optional() });
const KeySet = z.object({ keys: z.array(PublicKey).min(1).max(100) });

/**
 * How the web host learns who its users are.
 *
 * - `publicOrigin`: The origin that browsers open, which is the proxy's.
 * - `hosts`: Further names under which the proxy calls the studio, with port.
 * - `header`: Where the proxy puts the token, in lower case.
 * - `keys`: Those of the issuer: a list, or where to get it.
 * - `roles`: Groups of each role; `*` is everybody.
 */
export interface TeamOptions extends Omit<z.output<typeof TeamFile>, 'publicUrl' | 'jwksUrl' | 'keysFile'> {
  readonly publicOrigin: string;
  readonly keys: { readonly url: string } | { readonly set: JSONWebKeySet };
}

/** Reads the file of `--team`. Throws `AppError` (`invalid-input`) that names the line. */
export async function readTeamOptions(path: string): Promise<TeamOptions> {
  const { publicUrl, jwksUrl, keysFile, ...rest } = await parseTeamFile(path);
  const keys =
    jwksUrl === undefined
      ? { set: await readKeys(resolve(dirname(path), keysFile ?? '')) }
      : { url: jwksUrl };
  return { ...rest, publicOrigin: new URL(publicUrl).origin, keys };
}

async function parseTeamFile(path: string): Promise<z.output<typeof TeamFile>> {
  const content = await readOptionsFile(path);
  // Only a studio for a team needs it.
  const { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } = await import('jsonc-parser');
  const lineAt = (offset: number): number => content.slice(0, offset).split('\n').length;
  const errors: { error: number; offset: number; length: number }[] = [];
  const tree = parseTree(content, errors, { disallowComments: true });
  const [first] = errors;
  if (first || !tree) {
    const problem = first ? printParseErrorCode(first.error) : 'it is empty';
    throw unusable(path, lineAt(first?.offset ?? 0), `This is no JSON: ${problem}.`);
  }
  const parsed = TeamFile.safeParse(getNodeValue(tree));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknownName = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const place = [...(issue?.path ?? []), ...(unknownName === undefined ? [] : [unknownName])].map((part) =>
    typeof part === 'symbol' ? String(part) : part,
  );
  // For a missing member, the line of the object that should have it.
  let node = findNodeAtLocation(tree, place);
  for (let parent = place; node === undefined && parent.length > 0;) {
    parent = parent.slice(0, -1);
    node = findNodeAtLocation(tree, parent);
  }
  const name = place.length === 0 ? 'It' : `"${place.join('.')}"`;
  const isMissing = issue?.code === 'invalid_type' && findNodeAtLocation(tree, place) === undefined;
  const sentence = unknownName === undefined ? (isMissing ? 'is missing' : issue?.message) : 'is not known';
  throw unusable(path, lineAt(node?.offset ?? 0), `${name} ${sentence ?? 'can not be used'}.`);
}

async function readKeys(path: string): Promise<JSONWebKeySet> {
  const parsed = KeySet.safeParse(asJson(await readOptionsFile(path)));
  if (parsed.success) return { keys: parsed.data.keys };
  throw new AppError('invalid-input', `${path} is no set of public keys.`, {
    hint: 'It must be a JSON Web Key Set ({"keys": [...]}) with the public keys of the issuer, and no private or shared one.',
  });
}

function asJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

async function readOptionsFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new AppError('invalid-input', `The file ${path} can't be read.`, { cause });
  }
}

function unusable(path: string, line: number, problem: string): AppError {
  return new AppError('invalid-input', `${path}, line ${line}: ${problem}`, {
    hint: 'The studio was not started. docs/guides/team.md has an example.',
  });
}
