import { z } from 'zod';
import { call } from '../rpc/contract-types.ts';
import { Assistant, AssistantSchemas, AssistantSettings, AssistantVersions } from '../model/assistant.ts';
import { GraphShape } from '../model/graph.ts';
import { nothing, onAssistant, onServer } from './call-inputs.ts';

export const assistantCalls = {
  'assistants.list': call(onServer, z.array(Assistant)),
  'assistants.create': call(onServer.extend({ graphId: z.string(), ...AssistantSettings.shape }), Assistant),
  /**
   * Saves the settings as a new version, which runs use from then on. Fails with `conflict` if the version
   * that runs use is no longer `expectedVersion`: somebody else saved or chose one meanwhile.
   */
  'assistants.update': call(
    onAssistant.extend({ ...AssistantSettings.shape, expectedVersion: z.number().nullable() }),
    Assistant,
  ),
  /** Deletes an assistant with its versions and runs; its threads only with `deleteThreads`. */
  'assistants.delete': call(onAssistant.extend({ deleteThreads: z.boolean() }), nothing),
  /** The versions of an assistant, newest first, up to 1,000. */
  'assistants.versions': call(onAssistant, AssistantVersions),
  'assistants.setLatest': call(onAssistant.extend({ version: z.number() }), Assistant),
  'assistants.schemas': call(onAssistant, AssistantSchemas),
  'assistants.graph': call(onAssistant, GraphShape),
};
