import { mergeRequestOptions } from './merge-options.ts';
import type { RemoteCall, RemoteGraphCallOptions } from './remote-graph-options.ts';
import type { ClientAdapter } from './client-adapter.ts';
import type { RunnableConfig } from '@langchain/core/runnables';
import { Validator } from '@langchain/core/utils/json_schema';
import { ArgumentError } from '../errors.ts';
import { isObject } from '../http/response-checks.ts';
import type { WireSchemas } from '../http/api-types.ts';

export class SchemaReader {
  readonly #server: ClientAdapter;
  readonly #assistantId: string;
  readonly #callOptions: Partial<RemoteGraphCallOptions> | undefined;

  /** `defaults`: the graph's options, below those of a call. */
  constructor(
    server: ClientAdapter,
    assistantId: string,
    defaults: Partial<RemoteGraphCallOptions> | undefined,
  ) {
    this.#server = server;
    this.#assistantId = assistantId;
    this.#callOptions = defaults;
  }

  async part(name: 'input_schema' | 'output_schema', call: RemoteCall): Promise<JsonSchema> {
    return schemaIn(await this.#schemas(call), name);
  }

  /** `title` names the schema; `include` adds standard members of a configuration. */
  async config(title: string, include: readonly ConfigField[], call: RemoteCall): Promise<JsonSchema> {
    return configJsonSchema(await this.#schemas(call), title, include);
  }

  async specs(): Promise<readonly ConfigSpec[]> {
    return configSpecsIn(await this.#schemas({}));
  }

  #schemas(call: RemoteCall) {
    return this.#server.schemas(this.#assistantId, mergeRequestOptions(this.#callOptions, call));
  }
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A validating schema, in place of other languages' model classes. */
export interface RemoteSchema {
  readonly jsonSchema: JsonSchema;
  /**
   * Returns the value. Throws {@link ArgumentError} naming what is invalid. Leaves regular expressions
   * (`pattern`, `patternProperties`, `format`) to the server: one like `^(a+)+$` would block this process
   * forever.
   */
  parse(value: unknown): unknown;
}

export interface ConfigSpec {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly annotation: unknown;
  readonly isShared: boolean;
}

export function remoteSchema(jsonSchema: JsonSchema): RemoteSchema {
  return {
    jsonSchema,
    parse(value) {
      const { valid, errors } = new Validator(withoutExpressions(jsonSchema), '2020-12', false).validate(
        value,
      );
      if (valid) return value;
      const messages = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
      throw new ArgumentError(`The value does not match the schema. ${messages.join(' ')}`);
    },
  };
}

// The schema in the response, or one that allows everything.
export function schemaIn(schemas: WireSchemas, name: 'input_schema' | 'output_schema'): JsonSchema {
  const schema = schemas[name];
  return isObject(schema) ? schema : {};
}

export function configSpecsIn({ config_schema: schema }: WireSchemas): readonly ConfigSpec[] {
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).map(([id, annotation]) => {
    const { title, description, default: preset } = isObject(annotation) ? annotation : {};
    return {
      id,
      ...(typeof title === 'string' ? { name: title } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      ...(preset === undefined ? {} : { default: preset }),
      annotation,
      isShared: false,
    };
  });
}

/** Standard members of a configuration that `include` may name. */
export type ConfigField = Exclude<keyof RunnableConfig, 'configurable' | 'signal' | 'store'>;

const fieldSchemas: Readonly<Record<string, JsonSchema>> = {
  tags: { type: 'array', items: { type: 'string' } },
  metadata: { type: 'object' },
  callbacks: {},
  runName: { type: 'string' },
  runId: { type: 'string' },
  maxConcurrency: { type: 'integer' },
  recursionLimit: { type: 'integer' },
  timeout: { type: 'number' },
};

// Schema of a graph's configuration: `configurable` if it has settings, and the requested members.
export function configJsonSchema(
  schemas: WireSchemas,
  name: string,
  include: readonly ConfigField[],
): JsonSchema {
  const settings = configSpecsIn(schemas).length > 0 ? { configurable: schemas.config_schema } : {};
  const fields = include.map((field) => [field, fieldSchemas[field] ?? {}] as const);
  return {
    title: `${name}Config`,
    type: 'object',
    properties: { ...settings, ...Object.fromEntries(fields) },
  };
}

// Members that map names to schemas: the names are no keywords.
const maps = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
// Members that hold a value, not a schema.
const values = new Set(['const', 'enum', 'default', 'examples']);
const expressions = new Set(['pattern', 'patternProperties', 'format']);

function withoutExpressions(schema: JsonSchema): Record<string, unknown> {
  const supported = Object.entries(schema).filter(([name]) => !expressions.has(name));
  return Object.fromEntries(
    supported.map(([name, member]) => {
      if (values.has(name)) return [name, member];
      return [name, maps.has(name) && isObject(member) ? mapped(member) : stripped(member)];
    }),
  );
}

function mapped(schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, stripped(schema)]));
}

function stripped(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(stripped);
  return isObject(member) ? withoutExpressions(member) : member;
}
