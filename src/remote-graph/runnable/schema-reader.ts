import { mergeRequestOptions } from '../langchain/options/merge-options.ts';
import type { RemoteCall, RemoteGraphCallOptions } from '../langchain/options/remote-graph-options.ts';
import type { ClientAdapter } from '../langchain/adapters/client-adapter.ts';
import {
  configJsonSchema,
  configSpecsIn,
  schemaIn,
  type ConfigField,
  type ConfigSpec,
  type JsonSchema,
} from './remote-schemas.ts';

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
