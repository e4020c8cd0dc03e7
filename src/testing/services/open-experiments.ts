import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerClients } from '../../services/common/server-clients.ts';
import { createExperiments, type Experiments } from '../../services/experiments/create-experiments.ts';
import { createInputFiles, type InputFiles } from '../../services/inputs/input-files.ts';
import { createDocumentStore } from '../../services/storage/document-store.ts';
import {
  Experiment,
  ExperimentRows,
  type ExperimentFilter,
  type ExperimentInputs,
  type ExperimentRow,
} from '../../shared/model/experiment.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { clientsFor } from './clients-for.ts';

/** The server of all experiments of a fixture, and of their inputs. */
export const experimentServer = 'real';

const { signal } = new AbortController();

interface StartOptions {
  readonly experimentId?: string;
  readonly atOnce?: number | null;
  /** A version other than the latest. */
  readonly version?: number | null;
}

/** Experiments on a server, with folders of their own. */
export interface ExperimentFixture {
  /** The data folder. */
  readonly folder: string;
  readonly files: InputFiles;
  /** Those that were opened last. */
  readonly experiments: () => Experiments;
  /** Ends the ones that are open, as closing the studio does, and opens them again. */
  reopen(clients?: ServerClients): Promise<void>;
  /** Starts files by their paths, or inputs without files. */
  start(
    inputs: readonly string[] | ExperimentInputs,
    assistantId: string,
    options?: StartOptions,
  ): Promise<string>;
  rowsOf(experimentId: string, filter?: ExperimentFilter, search?: string): Promise<ExperimentRow[]>;
  viewOf(experimentId: string): Promise<Experiment | undefined>;
  close(): Promise<void>;
}

export async function openExperiments(
  url: string,
  log: (level: 'warn', message: string) => void,
): Promise<ExperimentFixture> {
  const above = await realpath(await mkdtemp(join(tmpdir(), 'experiments-')));
  const folder = join(above, 'data');
  await mkdir(folder);
  const files = createInputFiles(join(above, 'inputs'));
  const open = (clients: ServerClients): Experiments =>
    createExperiments({
      clients,
      inputs: { filesOf: async () => files },
      prices: async () => emptyPriceTable,
      dataFolder: folder,
      documents: createDocumentStore({ folder }),
      serverName: async () => 'Real',
      log,
      pollMs: 50,
    });
  let experiments = open(clientsFor(url));
  return {
    folder,
    files,
    experiments: () => experiments,
    async reopen(clients = clientsFor(url)) {
      await experiments.stop();
      experiments = open(clients);
    },
    async start(given, assistantId, { experimentId = randomUUID(), atOnce = null, version = null } = {}) {
      const inputs: ExperimentInputs =
        'kind' in given ? given : { kind: 'files', connectionId: experimentServer, paths: [...given] };
      const started = await experiments.calls['experiments.start'](
        {
          connectionId: experimentServer,
          serverName: 'Real',
          assistantId,
          assistantName: assistantId,
          graphId: assistantId,
          version: version ?? 1,
          isPinned: version !== null,
          experimentId,
          name: 'Table',
          inputs,
          atOnce,
        },
        signal,
      );
      Experiment.parse(started);
      return experimentId;
    },
    async rowsOf(experimentId, filter = 'all', search = '') {
      const query = { experimentId, filter, search, from: 0, limit: 500 };
      return ExperimentRows.parse(await experiments.calls['experiments.rows'](query, signal)).rows;
    },
    async viewOf(experimentId) {
      const all = await experiments.calls['experiments.list']({}, signal);
      return all.find((one) => one.experimentId === experimentId);
    },
    async close() {
      await experiments.stop();
      await rm(above, { recursive: true, force: true });
    },
  };
}
