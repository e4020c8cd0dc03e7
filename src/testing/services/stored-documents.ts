import { connectionsDocument } from '../../services/connections/stored-connections.ts';
import { batchDocument } from '../../services/experiments/stored-batches.ts';
import { inputFoldersDocument } from '../../services/inputs/input-folders.ts';
import { priceDocument } from '../../services/create-prices.ts';
import { projectsDocument } from '../../services/projects/project-store.ts';
import { breakpointDocument } from '../../services/runs/breakpoint-store.ts';
import { documentNamed } from '../../services/storage/key-value-store.ts';
import type { DocumentSpec } from '../../services/storage/versioned-document.ts';
import { expectedDocument } from '../../services/webhooks/expected-reports.ts';
import { webhookDocument, webhookEndpointDocument } from '../../services/webhooks/webhook-settings.ts';
import { windowFailureDocument } from '../../services/create-window-health.ts';

/** A spec whose type of value does not matter to who opens it. */
export type AnyDocumentSpec = Omit<DocumentSpec<unknown>, 'schema' | 'initial'> & {
  readonly schema: DocumentSpec<unknown>['schema'];
  readonly initial: unknown;
};

/** Spec of each kind of document, by its path in the data folder; `*` stands for a digest. */
export const storedDocuments: Readonly<Record<string, (name: string) => AnyDocumentSpec>> = {
  'batches.json': () => batchDocument,
  'breakpoints/*.json': breakpointDocument,
  'connections.json': () => connectionsDocument,
  'input-folders.json': () => inputFoldersDocument,
  'kept/*.json': documentNamed,
  'prices.json': () => priceDocument,
  'projects.json': () => projectsDocument,
  'webhook-endpoint.json': () => webhookEndpointDocument,
  'webhook-expected.json': () => expectedDocument,
  'webhooks.json': () => webhookDocument,
  'window-failure.json': () => windowFailureDocument,
};
