import { randomUUID } from 'node:crypto';
import {
  GraphServerError,
  rawTextOf,
  type GraphClient,
  type WireAssistant,
} from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { Assistant, AssistantSettings, AssistantVersion } from '../../shared/model/assistant.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { parseJsonObject } from '../common/json-input.ts';
import { toAssistant, toAssistantVersion } from './assistant-mapper.ts';

export type AssistantChanges = Pick<
  StudioHandlers['calls'],
  | 'assistants.create'
  | 'assistants.update'
  | 'assistants.delete'
  | 'assistants.versions'
  | 'assistants.setLatest'
>;

const maxVersions = 1000;

export function createAssistantChanges({ clients }: { readonly clients: ServerClients }): AssistantChanges {
  return {
    'assistants.create': ({ connectionId, graphId, ...settings }, signal) =>
      withServerClient(clients, connectionId, async (client) => {
        const content = contentOf(settings);
        // Our own ID makes the request safe to repeat.
        const assistantId = randomUUID();
        const options = { signal, purpose: 'assistants.create' };
        return mapped(
          await client.assistants.create(
            { assistantId, graphId, ifExists: 'do_nothing', ...content },
            options,
          ),
        );
      }),
    'assistants.update': ({ connectionId, assistantId, expectedVersion, ...settings }, signal) =>
      withServerClient(clients, connectionId, async (client) => {
        const content = contentOf(settings);
        const options = { signal, purpose: 'assistants.update' };
        const now = mapped(await client.assistants.get(assistantId, options));
        if (now.version !== expectedVersion) throw changedMeanwhile(now);
        return mapped(await client.assistants.update(assistantId, content, options));
      }),
    'assistants.delete': ({ connectionId, assistantId, deleteThreads }, signal) =>
      withServerClient(clients, connectionId, async (client) => {
        const options = { deleteThreads, signal, purpose: 'assistants.delete' };
        await client.assistants.delete(assistantId, options).catch((error: unknown) => {
          // Safe to repeat: what is gone is deleted.
          if (!(error instanceof GraphServerError) || error.status !== 404) throw error;
        });
        return {};
      }),
    'assistants.versions': ({ connectionId, assistantId }, signal) =>
      withServerClient(clients, connectionId, (client) => listVersions(client, assistantId, signal)),
    'assistants.setLatest': ({ connectionId, assistantId, version }, signal) =>
      withServerClient(clients, connectionId, async (client) =>
        mapped(
          await client.assistants.setLatest(assistantId, version, {
            signal,
            purpose: 'assistants.setLatest',
          }),
        ),
      ),
  };
}

async function listVersions(client: GraphClient, assistantId: string, signal: AbortSignal) {
  const versions: AssistantVersion[] = [];
  const options = { signal, purpose: 'assistants.versions' };
  for await (const wire of client.assistants.versionsAll(assistantId, {}, options)) {
    if (versions.length === maxVersions) return { versions, isCut: true };
    const version = toAssistantVersion(wire, rawTextOf(wire));
    if (version !== null) versions.push(version);
  }
  return { versions, isCut: false };
}

function contentOf({ name, description, configText, contextText }: AssistantSettings) {
  return {
    name,
    description,
    config: parseJsonObject(configText, 'The config'),
    context: parseJsonObject(contextText, 'The context'),
  };
}

function mapped(wire: WireAssistant): Assistant {
  const assistant = toAssistant(wire, rawTextOf(wire));
  if (assistant) return assistant;
  throw new AppError('protocol', 'The server did not return an assistant.');
}

function changedMeanwhile({ name, version }: Assistant): AppError {
  return new AppError('conflict', `“${name}” is now at version ${version ?? 'unknown'}.`, {
    hint: 'Nothing was saved. Check its versions, then save again on top of the newest.',
  });
}
