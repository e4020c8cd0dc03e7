import { Ajv, type ValidateFunction } from 'ajv';
import description from './hosted-api.json' with { type: 'json' };

/** A request recorded by a fake `fetch`. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
}

interface Operation {
  readonly name: string;
  readonly pattern: RegExp;
  readonly fixedSegments: number;
  readonly parameters: readonly Parameter[];
  readonly body: object | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ajv = new Ajv({ strict: false, coerceTypes: false });
ajv.addFormat('uuid', uuid);
ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
ajv.addFormat('uri-reference', (text: string) => URL.canParse(text, 'http://base.test'));
const { $defs } = description;

const operations = Object.entries(description.operations).map(([name, operation]): Operation => {
  const path = name.slice(name.indexOf(' ') + 1);
  const segments = path.split('/').map((each) => (each.startsWith('{') ? '[^/]+' : each));
  return {
    name,
    pattern: new RegExp(`^${segments.join('/')}$`),
    fixedSegments: segments.filter((each) => each !== '[^/]+').length,
    parameters: 'parameters' in operation ? operation.parameters : [],
    body: 'body' in operation ? operation.body : null,
  };
});

/** All operations of the hosted description, as `GET /threads/{thread_id}`. */
export const hostedOperations: readonly string[] = operations.map(({ name }) => name);

/** The operation of a request, preferring fixed segments; `null` if the description has none. */
export function hostedOperation({ method, url }: RecordedRequest): string | null {
  return find(method, url.pathname)?.name ?? null;
}

function find(method: string, path: string): Operation | undefined {
  return operations
    .filter(({ name, pattern }) => name.startsWith(`${method} `) && pattern.test(path))
    .toSorted((one, other) => other.fixedSegments - one.fixedSegments)[0];
}

/**
 * What the hosted description does not allow in a request: unknown members of query and body, and values of
 * the wrong type. Empty if the request is valid.
 */
export function deviations(request: RecordedRequest): string[] {
  const operation = find(request.method, request.url.pathname);
  if (!operation) return ['is not in the description'];
  return [...queryFaults(operation, request.url), ...bodyFaults(operation, request.body)];
}

function queryFaults({ parameters }: Operation, url: URL): string[] {
  const faults: string[] = [];
  const queryParameters = parameters.filter((each) => each.in === 'query');
  for (const name of new Set(url.searchParams.keys())) {
    const parameter = queryParameters.find((each) => each.name === name);
    if (!parameter) {
      faults.push(`query.${name} is unknown`);
      continue;
    }
    const texts = url.searchParams.getAll(name);
    const readings: unknown[] = [texts[0], parsed(texts[0] ?? ''), texts];
    const fits = readings.some((reading) => compile(parameter.schema)(reading));
    if (!fits) faults.push(`query.${name} has the wrong kind`);
  }
  for (const { name, required } of queryParameters) {
    if (required && !url.searchParams.has(name)) faults.push(`query.${name} is missing`);
  }
  return faults;
}

function bodyFaults({ body }: Operation, sent: unknown): string[] {
  if (body === null) return sent === undefined ? [] : ['body is unknown'];
  if (sent === undefined) return ['body is missing'];
  const validate = compile(body);
  const faults = validate(sent)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message}`);
  const objects = Array.isArray(sent) ? (sent as unknown[]) : [sent];
  const memberNames = membersOf(body);
  const unknown = objects
    .flatMap((each) => Object.keys(each as object))
    .filter((key) => !memberNames.has(key));
  return [...faults, ...[...new Set(unknown)].map((key) => `body.${key} is unknown`)];
}

function membersOf(schema: object): Set<string> {
  if ('$ref' in schema) {
    const name = String(schema.$ref).replace('#/$defs/', '') as keyof typeof $defs;
    return membersOf($defs[name]);
  }
  if ('items' in schema && typeof schema.items === 'object' && schema.items) return membersOf(schema.items);
  return new Set('properties' in schema && schema.properties ? Object.keys(schema.properties) : []);
}

const compiled = new Map<object, ValidateFunction>();

function compile(schema: object): ValidateFunction {
  const validateFunction = compiled.get(schema);
  if (validateFunction) return validateFunction;
  const validate = ajv.compile({ ...schema, $defs });
  compiled.set(schema, validate);
  return validate;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
