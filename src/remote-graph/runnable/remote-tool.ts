import type { RunnableConfig } from '@langchain/core/runnables';
import type { StructuredToolInterface } from '@langchain/core/tools';
import type { JsonSchema } from './remote-schemas.ts';

export interface ToolOptions {
  /** Default: the graph's name. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** JSON schema of the input. */
  readonly schema?: JsonSchema | undefined;
}

/** A tool around a graph. LangChain's tools are loaded only here: few need them. */
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
