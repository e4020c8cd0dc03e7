import type { StructuredToolInterface } from '@langchain/core/tools';
import type { RemoteCall } from '../langchain/options/remote-graph-options.ts';
import { RunnableBase } from '../langchain/runnable-base.ts';
import {
  remoteSchema,
  type ConfigField,
  type ConfigSpec,
  type JsonSchema,
  type RemoteSchema,
} from './remote-schemas.ts';
import { createGraphTool, type ToolOptions } from './remote-tool.ts';
import type { SchemaReader } from './schema-reader.ts';

/** A runnable whose input, output and configuration are described somewhere else. Each call asks there anew. */
export abstract class SchemaRunnable<Input, Output> extends RunnableBase<Input, Output> {
  protected abstract readonly schemas: SchemaReader;

  getInputJsonSchema(call: RemoteCall = {}): Promise<JsonSchema> {
    return this.schemas.part('input_schema', call);
  }

  getOutputJsonSchema(call: RemoteCall = {}): Promise<JsonSchema> {
    return this.schemas.part('output_schema', call);
  }

  /** The schema of the configuration: its settings, and the standard members that `include` names. */
  getConfigJsonSchema({
    include = [],
    ...call
  }: RemoteCall & { readonly include?: readonly ConfigField[] } = {}): Promise<JsonSchema> {
    return this.schemas.config(this.getName(), include, call);
  }

  getInputSchema(call: RemoteCall = {}): Promise<RemoteSchema> {
    return this.getInputJsonSchema(call).then(remoteSchema);
  }

  getOutputSchema(call: RemoteCall = {}): Promise<RemoteSchema> {
    return this.getOutputJsonSchema(call).then(remoteSchema);
  }

  configSchema(include: readonly ConfigField[] = [], call: RemoteCall = {}): Promise<RemoteSchema> {
    return this.getConfigJsonSchema({ include, ...call }).then(remoteSchema);
  }

  get inputSchema(): Promise<RemoteSchema> {
    return this.getInputSchema();
  }

  get outputSchema(): Promise<RemoteSchema> {
    return this.getOutputSchema();
  }

  /** The settings that the graph reads from `configurable`. */
  get configSpecs(): Promise<readonly ConfigSpec[]> {
    return this.schemas.specs();
  }

  /** A tool that models can call, its schema fetched. With a Zod schema at hand: `asTool`. */
  async asToolAsync(options: ToolOptions & RemoteCall = {}): Promise<StructuredToolInterface> {
    const schema = options.schema ?? (await this.getInputJsonSchema(options));
    return createGraphTool(this, { ...options, schema });
  }
}
