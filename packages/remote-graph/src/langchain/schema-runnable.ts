import type { StructuredToolInterface } from '@langchain/core/tools';
import type { RemoteCall } from './remote-graph-options.ts';
import { RunnableBase } from './runnable-base.ts';
import {
  remoteSchema,
  type ConfigField,
  type ConfigSpec,
  type JsonSchema,
  type RemoteSchema,
  type SchemaReader,
} from './remote-schemas.ts';
import type { RunnableConfig } from '@langchain/core/runnables';

// A runnable whose schemas are defined elsewhere. Each call fetches them.
export abstract class SchemaRunnable<Input, Output> extends RunnableBase<Input, Output> {
  protected abstract readonly schemas: SchemaReader;

  getInputJsonSchema(call: RemoteCall = {}): Promise<JsonSchema> {
    return this.schemas.part('input_schema', call);
  }

  getOutputJsonSchema(call: RemoteCall = {}): Promise<JsonSchema> {
    return this.schemas.part('output_schema', call);
  }

  /** Schema of the configuration: its settings and the standard members named by `include`. */
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

  get configSpecs(): Promise<readonly ConfigSpec[]> {
    return this.schemas.specs();
  }

  /** A tool for models, with the server's schema. With a Zod schema at hand, use `asTool`. */
  async asToolAsync(options: ToolOptions & RemoteCall = {}): Promise<StructuredToolInterface> {
    const schema = options.schema ?? (await this.getInputJsonSchema(options));
    return createGraphTool(this, { ...options, schema });
  }
}

export interface ToolOptions {
  /** Defaults to the graph's name. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly schema?: JsonSchema | undefined;
}

// Wraps a graph in a tool. Loads LangChain's tools on demand, as few callers need them.
export async function createGraphTool<Input>(
  graph: { getName(): string; invoke(input: Input, config?: RunnableConfig): Promise<unknown> },
  { name = graph.getName(), description, schema }: ToolOptions,
): Promise<StructuredToolInterface> {
  const { DynamicStructuredTool } = await import('@langchain/core/tools');
  return new DynamicStructuredTool({
    name,
    description: description ?? `Runs the graph ${graph.getName()}.`,
    schema: { ...schema },
    func: (input: unknown, _, config?: RunnableConfig) => graph.invoke(input as Input, config),
  });
}
