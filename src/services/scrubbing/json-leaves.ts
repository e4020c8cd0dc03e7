import { numberEnd, skipSpace, stringEnd } from 'exact-json';
import { looksRandom } from './mask-credentials.ts';
import { isLabelledName, isLabelName, isSecretName } from './sensitive-names.ts';

// - `start`: Range in the text; of a string without its quotes.
// - `member`: The name of the member whose value it is.
// - `secretName`: The name that makes it a secret; `null` for none.
export interface JsonLeaf {
  readonly start: number;
  readonly end: number;
  readonly kind: 'string' | 'number' | 'name';
  readonly member: string | null;
  secretName: string | null;
}

// - `secretName`: The name of the secret that all in it belongs to.
// - `isSchema`: Whether it describes values instead of holding them: `{"type": "string", …}`.
// - `label`: What `{"name": "authorization", "value": …}` names, and the leaves of that value.
// - `examples`: Leaves of a schema that are values all the same.
interface Container {
  readonly isObject: boolean;
  readonly secretName: string | null;
  readonly firstLeaf: number;
  member: string | null;
  memberStart: number;
  isSchema: boolean;
  label: string | null;
  readonly labelled: (readonly [from: number, to: number])[];
  readonly examples: (readonly [from: number, to: number])[];
  children: number;
}

const schemaMembers = new Set(['$ref', 'anyOf', 'allOf', 'oneOf', 'properties', 'title', '$schema']);
const schemaTypes = new Set(['string', 'object', 'array', 'integer', 'number', 'boolean', 'null']);
const schemaValues = new Set(['default', 'const', 'example', 'examples', 'enum']);

// Finds the strings, numbers and names of valid JSON, and which of them a name calls a secret: that of its member or
// of a list around it, or a label beside it. Keeps a stack of its own, so that depth does no harm.
export function findJsonLeaves(json: string): readonly JsonLeaf[] {
  const leaves: JsonLeaf[] = [];
  const stack: Container[] = [];
  const topOf = (): Container | null => stack.at(-1) ?? null;

  const endMember = (container: Container): void => {
    const { member, memberStart } = container;
    if (member === null) return;
    if (isLabelledName(member)) container.labelled.push([memberStart, leaves.length]);
    if (schemaValues.has(member)) container.examples.push([memberStart, leaves.length]);
    container.member = null;
  };
  const secretNameIn = (container: Container | null): string | null => {
    const member = container?.member ?? null;
    if (member !== null && isSecretName(member)) return member;
    return container?.secretName ?? null;
  };
  const open = (isObject: boolean): void => {
    const parent = topOf();
    const member = parent?.member ?? null;
    // An object named `auth` is rarely a secret, and has names of its own.
    const secretName = isObject && member === 'auth' ? null : secretNameIn(parent);
    const container: Container = {
      isObject,
      secretName,
      firstLeaf: leaves.length,
      member: null,
      memberStart: 0,
      isSchema: false,
      label: null,
      labelled: [],
      examples: [],
      children: 0,
    };
    if (parent) parent.children += 1;
    stack.push(container);
  };
  const close = (): void => {
    const container = stack.pop();
    if (!container) return;
    endMember(container);
    if (container.isSchema && container.secretName !== null) forgetSchema(leaves, container);
    if (container.label !== null) {
      for (const [from, to] of container.labelled)
        for (const leaf of leaves.slice(from, to)) leaf.secretName ??= container.label;
    }
    if (!container.isObject) markPair(json, leaves, container);
  };

  for (let index = 0; index < json.length;) {
    const code = json.charCodeAt(index);
    if (code === 34) {
      const end = stringEnd(json, index);
      const next = skipSpace(json, end);
      const container = topOf();
      if (container?.isObject === true && json.charAt(next) === ':' && container.member === null) {
        container.member = unescapeJsonString(json.slice(index + 1, end - 1));
        leaves.push({ start: index + 1, end: end - 1, kind: 'name', member: null, secretName: null });
        container.memberStart = leaves.length;
        if (schemaMembers.has(container.member)) container.isSchema = true;
        index = next + 1;
        continue;
      }
      if (container) {
        container.children += 1;
        const inner = json.slice(index + 1, end - 1);
        const { member } = container;
        if (member === 'type' && schemaTypes.has(inner)) container.isSchema = true;
        if (
          member !== null &&
          isLabelName(member) &&
          inner.length < 120 &&
          isSecretName(unescapeJsonString(inner))
        )
          container.label = unescapeJsonString(inner);
      }
      const secretName = secretNameIn(container);
      leaves.push({
        start: index + 1,
        end: end - 1,
        kind: 'string',
        member: container?.member ?? null,
        secretName,
      });
      index = end;
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      const end = Math.max(index + 1, numberEnd(json, index));
      const container = topOf();
      if (container) container.children += 1;
      const member = container?.member ?? null;
      leaves.push({ start: index, end, kind: 'number', member, secretName: secretNameIn(container) });
      index = end;
    } else {
      if (code === 123) open(true);
      else if (code === 91) open(false);
      else if (code === 125 || code === 93) close();
      else if (code === 44) {
        const container = topOf();
        if (container) endMember(container);
      }
      index += 1;
    }
  }
  return leaves;
}

// A schema under the name of a secret describes it: only its examples hold one.
function forgetSchema(leaves: JsonLeaf[], { firstLeaf, secretName, examples }: Container): void {
  const exampleLeaves = new Set<JsonLeaf>(examples.flatMap(([from, to]) => leaves.slice(from, to)));
  for (const leaf of leaves.slice(firstLeaf)) {
    if (leaf.secretName === secretName && !exampleLeaves.has(leaf)) leaf.secretName = null;
  }
}

// `["authorization", "Bearer …"]`, as lists of headers are.
function markPair(json: string, leaves: JsonLeaf[], { firstLeaf, children, secretName }: Container): void {
  if (children !== 2 || secretName !== null || leaves.length !== firstLeaf + 2) return;
  const [name, value] = leaves.slice(firstLeaf);
  if (name?.kind !== 'string' || value?.kind !== 'string') return;
  const label = unescapeJsonString(json.slice(name.start, name.end));
  const text = unescapeJsonString(json.slice(value.start, value.end));
  if (isSecretName(label) && !isSecretName(text) && looksRandom(text.replaceAll(' ', '')))
    value.secretName = label;
}

// The text of a string of JSON, given without its quotes.
export function unescapeJsonString(inner: string): string {
  if (!inner.includes('\\')) return inner;
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return inner;
  }
}
