import { mergeRequestOptions } from './options/merge-options.ts';
import type { RemoteCall, RemoteGraphCallOptions } from './options/remote-graph-options.ts';
import type { ClientAdapter } from './adapters/client-adapter.ts';
import type { RunnableConfig } from '@langchain/core/runnables';
import { Validator } from '@langchain/core/utils/json_schema';
import { ArgumentError } from '../errors/errors.ts';
import { isObject } from '../http/response-checks.ts';
import type { WireSchemas } from '../http/api-types.ts';

/** What an assistant takes, gives and can be set to, asked for anew with each call. */
export class SchemaReader {
  readonly #server: ClientAdapter;
  readonly #assistantId: string;
  readonly #own: Partial<RemoteGraphCallOptions> | undefined;

  /** `own`: the options of the graph, which lie below those of a call. */
  constructor(server: ClientAdapter, assistantId: string, own: Partial<RemoteGraphCallOptions> | undefined) {
    this.#server = server;
    this.#assistantId = assistantId;
    this.#own = own;
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
    return this.#server.schemas(this.#assistantId, mergeRequestOptions(this.#own, call));
  }
}

/** A JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema that checks: what takes the place of the model classes of other languages. */
export interface RemoteSchema {
  readonly jsonSchema: JsonSchema;
  /**
   * Gives the value back. Throws {@link ArgumentError} that names what is wrong with it. Expressions (`pattern`,
   * `patternProperties`, `format`) are left to the server: one like `^(a+)+$` would stop this process for good.
   */
  parse(value: unknown): unknown;
}

/** One setting that a graph reads from `configurable`. */
export interface ConfigSpec {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly default?: unknown;
  /** Its JSON schema. */
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
      const words = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
      throw new ArgumentError(`The value does not fit the schema. ${words.join(' ')}`);
    },
  };
}

/** A schema of the server's answer; one that allows all where the server knows none. */
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

/** The schema of a graph's configuration: `configurable` if the graph has settings, and the members that are asked for. */
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

/** Members whose value is a map of names to schemas: the names are no keywords. */
const maps = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
/** Members whose value is a value, not a schema. */
const values = new Set(['const', 'enum', 'default', 'examples']);
const expressions = new Set(['pattern', 'patternProperties', 'format']);

function withoutExpressions(schema: JsonSchema): Record<string, unknown> {
  const kept = Object.entries(schema).filter(([name]) => !expressions.has(name));
  return Object.fromEntries(
    kept.map(([name, member]) => {
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
