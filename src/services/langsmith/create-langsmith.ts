import { parseTree, type JsonArrayNode } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import type { CallsOf, StudioHandlers } from '../../shared/contract.ts';
import { exampleOf, lengthOfExample, type DatasetExample } from '../../shared/inputs/dataset-example.ts';
import { maxExamplesLength } from '../../shared/inputs/read-examples.ts';
import type { LangsmithDataset } from '../../shared/model/langsmith.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import type { Platform } from '../common/platform.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import { createHttpTransport } from '../network/http-transport.ts';
import { isLoopbackHost } from '../network/localhost-lookup.ts';
import { safeLink } from '../network/safe-link.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { askLangsmith } from './ask-langsmith.ts';
import { createLangsmithAccess } from './langsmith-access.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

interface AnsweredList {
  readonly text: string;
  readonly list: JsonArrayNode;
}

export interface Langsmith {
  readonly calls: CallsOf<'langsmith'>;
}

// LangSmith's own limit of a page.
const pageSize = 100;
const maxNameLength = 300;
const maxDescriptionLength = 1000;

/**
 * Datasets in LangSmith, which are imported as inputs, and the addresses of traces. Sends no request without a key that
 * the user entered.
 */
export function createLangsmith(options: {
  readonly platform: Pick<Platform, 'proxyFor' | 'vault' | 'openExternal'>;
  readonly clients: ServerClients;
  readonly documents: DocumentStore;
  readonly scrubber: Scrubber;
}): Langsmith {
  const { platform, documents, scrubber } = options;
  const access = createLangsmithAccess({ documents, scrubber, vault: platform.vault });

  const ask = async (
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly url: string }> => {
    const urlAndKey = await access.open();
    const transport = createHttpTransport({
      trust: { caText: null, insecure: false },
      proxyFor: (address) => platform.proxyFor(address),
    });
    try {
      const text = await askLangsmith(transport.fetch, { ...urlAndKey, path, query }, signal);
      return { text, url: urlAndKey.url };
    } finally {
      await transport.close();
    }
  };
  const askList: (...request: Parameters<typeof ask>) => Promise<AnsweredList> = async (
    path,
    query,
    signal,
  ) => {
    const { text, url } = await ask(path, query, signal);
    return { text, list: listOf(text, url) };
  };

  // LangSmith itself says where a trace is. A server traces a run by the run's own ID.
  const traceAddress: StudioHandlers['calls']['langsmith.traceAddress'] = async (
    { connectionId, threadId, runId },
    signal,
  ) => {
    const wire: unknown = await withServerClient(options.clients, connectionId, (client) =>
      client.runs.get(threadId, runId, { signal, purpose: 'langsmith.run' }),
    );
    const project = nonEmptyStringOrNull(recordOrEmpty(wire)['langsmith_session_name']);
    if (project === null)
      throw new AppError('unsupported', 'The server does not say that it traced this run to LangSmith.', {
        hint: 'Servers since 0.11 name the project of a run if they trace to LangSmith.',
      });
    const { text, list } = await askList('/v1/sessions', { name: project, limit: '1' }, signal);
    const [session] = list.items;
    const projectId =
      session === undefined
        ? null
        : nonEmptyStringOrNull(recordOrEmpty(JSON.parse(text.slice(session.start, session.end)))['id']);
    if (projectId === null)
      throw new AppError(
        'not-found',
        `LangSmith has no project ${project.slice(0, maxNameLength)} for this key.`,
      );
    const answer = await ask(
      `/v2/runs/${encodeURIComponent(runId)}/url`,
      { project_id: projectId, trace_id: runId },
      signal,
    );
    return {
      url: safeLink(urlOf(answer.text), { allowsHttp: isLoopbackHost(new URL(answer.url).hostname) }),
    };
  };

  return {
    calls: {
      'langsmith.access': () => access.view(),
      'langsmith.save': ({ draft }) => access.save(draft),
      'langsmith.forget': () => access.forget(),
      'langsmith.traceAddress': traceAddress,
      async 'langsmith.openTrace'(run, signal) {
        const address = await traceAddress(run, signal);
        await platform.openExternal(address.url);
        return address;
      },
      async 'langsmith.datasets'({ text: part, offset }, signal) {
        const name = part.trim();
        const { text, list } = await askList(
          '/v1/datasets',
          {
            offset: String(offset),
            limit: String(pageSize),
            ...(name === '' ? {} : { name_contains: name }),
          },
          signal,
        );
        const items = list.items.slice(0, pageSize);
        return {
          datasets: items.flatMap(({ start, end }) => datasetOf(JSON.parse(text.slice(start, end))) ?? []),
          hasMore: items.length === pageSize,
        };
      },
      async 'langsmith.examples'({ datasetId, offset }, signal) {
        const { text, list } = await askList(
          '/v1/examples',
          { dataset: datasetId, offset: String(offset), limit: String(pageSize) },
          signal,
        );
        const items = list.items.slice(0, pageSize);
        const examplesOrProblems = items.map((node) => exampleOf(text, node));
        const examples = examplesOrProblems.filter((one): one is DatasetExample => typeof one !== 'string');
        const length = examples.reduce((sum, one) => sum + lengthOfExample(one), 0);
        if (length > maxExamplesLength) throw tooLarge();
        return {
          examples,
          skipped: examplesOrProblems.length - examples.length,
          nextOffset: items.length === pageSize ? offset + pageSize : null,
        };
      },
    },
  };
}

function listOf(text: string, url: string): JsonArrayNode {
  let tree;
  try {
    tree = parseTree(text);
  } catch {
    tree = null;
  }
  if (tree?.type === 'array') return tree;
  throw new AppError(
    'protocol',
    `${new URL(url).host} does not answer as LangSmith does: there is no list.`,
    {
      hint: 'Check that the address is that of LangSmith’s API.',
    },
  );
}

function urlOf(text: string): string {
  try {
    const url = nonEmptyStringOrNull(recordOrEmpty(JSON.parse(text))['url']);
    if (url !== null) return url;
  } catch {
    // Not JSON: rejected below.
  }
  throw new AppError('protocol', 'LangSmith does not say where the trace of this run is.');
}

function datasetOf(wire: unknown): LangsmithDataset | null {
  const { id: rawId, name: rawName, description, example_count: count } = recordOrEmpty(wire);
  const id = nonEmptyStringOrNull(rawId);
  if (id === null || id.length > 200) return null;
  return {
    id,
    name: (nonEmptyStringOrNull(rawName) ?? id).slice(0, maxNameLength),
    description: nonEmptyStringOrNull(description)?.slice(0, maxDescriptionLength) ?? null,
    examples: typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null,
  };
}

function tooLarge(): AppError {
  return new AppError('invalid-input', 'These examples are too large to import at once.', {
    hint: 'Export the dataset to a file in parts, and import these.',
  });
}
