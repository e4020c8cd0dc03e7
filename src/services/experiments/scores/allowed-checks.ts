import { z } from 'zod';
import { ExternalCheck } from '../../../shared/model/input-file.ts';
import type { DocumentStore } from '../../storage/document-store.ts';
import type { DocumentSpec } from '../../storage/versioned-document.ts';

// More than a person agrees to; the oldest are asked for again.
const maxAllowed = 5000;

const AllowedCheck = ExternalCheck.extend({ folder: z.string(), allowedAt: z.string() });
const AllowedChecks = z.strictObject({ allowed: z.array(AllowedCheck) });

export const allowedChecksDocument: DocumentSpec<z.infer<typeof AllowedChecks>> = {
  name: 'allowed-checks',
  version: 2,
  schema: AllowedChecks,
  initial: { allowed: [] },
  migrations: [
    // Version 1 knew no simulated users.
    (data) => data,
  ],
};

/** Why nothing was done. */
export const notAllowed: Readonly<Record<ExternalCheck['kind'], string>> = {
  command:
    'This command was not allowed on this computer, so it was not started. Run it again in the studio to be asked.',
  http: 'Sending to this address was not allowed on this computer, so nothing was sent. Run it again in the studio to be asked.',
  judge:
    'Sending to this server was not allowed on this computer, so nothing was sent. Run it again in the studio to be asked.',
  user: 'Sending to the server of the simulated user was not allowed on this computer, so nothing was sent. Run it again in the studio to be asked.',
};

/**
 * The checks that the user has allowed, for each folder of inputs. They are stored with the studio and never beside the
 * inputs, so that files of somebody else start without a permission.
 */
export interface AllowedChecks {
  has(folder: string, check: ExternalCheck): Promise<boolean>;
  allow(folder: string, checks: readonly ExternalCheck[]): Promise<void>;
}

export function createAllowedChecks(documents: DocumentStore): AllowedChecks {
  return {
    async has(folder, { kind, text }) {
      const { allowed } = (await documents.open(allowedChecksDocument)).value();
      return allowed.some((one) => one.folder === folder && one.kind === kind && one.text === text);
    },
    async allow(folder, checks) {
      const allowedAt = new Date().toISOString();
      const document = await documents.open(allowedChecksDocument);
      await document.update(({ allowed }) => {
        const isNew = ({ kind, text }: ExternalCheck): boolean =>
          !allowed.some((one) => one.folder === folder && one.kind === kind && one.text === text);
        const added = checks.filter(isNew).map((check) => ({ ...check, folder, allowedAt }));
        return { allowed: [...added, ...allowed].slice(0, maxAllowed) };
      });
    },
  };
}
