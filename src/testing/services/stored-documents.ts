import { connectionsDocument } from '../../services/connections/stored-connections.ts';
import { credentialsDocument } from '../../services/credentials/stored-credentials.ts';
import { allowedChecksDocument } from '../../services/experiments/scores/allowed-checks.ts';
import { checkKeysDocument } from '../../services/experiments/scores/check-keys.ts';
import { batchDocument } from '../../services/experiments/stored-batches.ts';
import { editorDocument } from '../../services/source/open-in-editor.ts';
import { inputFoldersDocument } from '../../services/inputs/input-folders.ts';
import { langsmithDocument } from '../../services/langsmith/langsmith-access.ts';
import { priceDocument } from '../../services/create-prices.ts';
import { notificationDocument } from '../../services/create-notifications.ts';
import { projectsDocument } from '../../services/projects/project-store.ts';
import { breakpointDocument } from '../../services/runs/breakpoint-store.ts';
import { documentNamed } from '../../services/storage/key-value-store.ts';
import type { DocumentSpec } from '../../services/storage/versioned-document.ts';
import { traceProgressDocument, traceSettingsDocument } from '../../services/traces/trace-documents.ts';
import { expectedDocument } from '../../services/webhooks/expected-deliveries.ts';
import { webhookDocument, webhookEndpointDocument } from '../../services/webhooks/webhook-settings.ts';
import { windowFailureDocument } from '../../services/create-window-health.ts';

/** A spec whose type of value does not matter to who opens it. */
export type AnyDocumentSpec = Omit<DocumentSpec<unknown>, 'schema' | 'initial'> & {
  readonly schema: DocumentSpec<unknown>['schema'];
  readonly initial: unknown;
};

/** Spec of each kind of document, by its path in the data folder; `*` stands for a digest. */
export const storedDocuments: Readonly<Record<string, (name: string) => AnyDocumentSpec>> = {
  'allowed-checks.json': () => allowedChecksDocument,
  'batches.json': () => batchDocument,
  'breakpoints/*.json': breakpointDocument,
  'check-keys.json': () => checkKeysDocument,
  'connections.json': () => connectionsDocument,
  'credentials.json': () => credentialsDocument,
  'editor.json': () => editorDocument,
  'input-folders.json': () => inputFoldersDocument,
  'kept/*.json': documentNamed,
  'langsmith.json': () => langsmithDocument,
  'notifications.json': () => notificationDocument,
  'prices.json': () => priceDocument,
  'projects.json': () => projectsDocument,
  'trace-sending.json': () => traceProgressDocument,
  'traces.json': () => traceSettingsDocument,
  'webhook-endpoint.json': () => webhookEndpointDocument,
  'webhook-expected.json': () => expectedDocument,
  'webhooks.json': () => webhookDocument,
  'window-failure.json': () => windowFailureDocument,
};
