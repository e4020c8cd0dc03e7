import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { storedDocuments } from '../../testing/services/stored-documents.ts';
import { ExperimentRowState } from '../../shared/model/experiment.ts';
import { ExperimentHead } from '../experiments/experiment-journal.ts';
import { ArchivedLogMetadata } from '../runs/log/archived-log.ts';
import { StoredDelivery } from '../webhooks/stored-delivery.ts';
import { requireMigrations } from './versioned-document.ts';

const services = join(import.meta.dirname, '..');

/** Every path that a schema accepts, with its type: enough to see any change of a format. */
const shapeOf = (schema: z.core.$ZodType): unknown =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });

it('a stored format changes only together with its version and a migration', async () => {
  const formats = {
    ...Object.fromEntries(
      Object.entries(storedDocuments).map(([path, specFor]) => {
        const { version, schema } = specFor('0'.repeat(40));
        return [`${path}, version ${version}`, shapeOf(schema)];
      }),
    ),
    'run-logs/*.json, version 2': shapeOf(ArchivedLogMetadata),
    'experiments/*.jsonl, version 2': [shapeOf(ExperimentHead), shapeOf(ExperimentRowState)],
    'webhook-deliveries.jsonl, version 1': shapeOf(StoredDelivery),
  };
  // After a release: never update a version that is there. Increase the version, add a migration and a data folder.
  await expect(`${JSON.stringify(formats, null, 2)}\n`).toMatchFileSnapshot('document-formats.snap.txt');
});

it('every document has its migrations, and is in the list of documents', () => {
  for (const specFor of Object.values(storedDocuments)) {
    const spec = specFor('0'.repeat(40));
    expect(() => requireMigrations(spec)).not.toThrow();
  }
  const specs = readdirSync(services, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap(
      (path) => readFileSync(join(services, path), 'utf8').match(/\bversion: \d+,\n? *schema\b/g) ?? [],
    );
  expect(specs).toHaveLength(Object.keys(storedDocuments).length);
});
