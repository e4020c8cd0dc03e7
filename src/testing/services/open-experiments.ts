import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerClients } from '../../services/common/server-clients.ts';
import { createExperiments, type Experiments } from '../../services/experiments/create-experiments.ts';
import { createInputs } from '../../services/inputs/create-inputs.ts';
import { createScorer } from '../../services/experiments/scores/create-scorer.ts';
import { createCheckKeys, type CheckKeys } from '../../services/experiments/scores/check-keys.ts';
import { createScrubber } from '../../services/logging/scrubber.ts';
import { createInputFiles, type InputFiles } from '../../services/inputs/input-files.ts';
import { createDocumentStore } from '../../services/storage/document-store.ts';
import {
  Experiment,
  ExperimentRows,
  type ExperimentFilter,
  type ExperimentInputs,
  type ExperimentRow,
} from '../../shared/model/experiment.ts';
import type { ExternalCheck } from '../../shared/model/input-file.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { createMemoryVault } from './memory-vault.ts';
import { clientsFor } from './clients-for.ts';

/** The server of all experiments of a fixture, and of their inputs. */
export const experimentServer = 'real';

const { signal } = new AbortController();

interface StartOptions {
  readonly experimentId?: string;
  readonly atOnce?: number | null;
  /** A version other than the latest. */
  readonly version?: number | null;
  readonly repetitions?: number;
}

/** Experiments on a server, with folders of their own. */
export interface ExperimentFixture {
  /** The data folder. */
  readonly folder: string;
  /** That in which commands of checks run. */
  readonly projectFolder: string;
  readonly files: InputFiles;
  /** Keys that HTTP checks name. */
  readonly saveKey: CheckKeys['save'];
  readonly forgetKey: CheckKeys['forget'];
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
  {
    serverClients = clientsFor(url),
    servers = { Real: experimentServer },
    isAllowed = () => false,
  }: {
    readonly serverClients?: ServerClients;
    /** The connections of saved servers, by name. */
    readonly servers?: Readonly<Record<string, string>>;
    readonly isAllowed?: (check: ExternalCheck) => boolean;
  } = {},
): Promise<ExperimentFixture> {
  const above = await realpath(await mkdtemp(join(tmpdir(), 'experiments-')));
  const folder = join(above, 'data');
  await mkdir(folder);
  const files = createInputFiles(join(above, 'inputs'));
  const vault = createMemoryVault();
  let keys: CheckKeys;
  const open = (clients: ServerClients): Experiments => {
    const documents = createDocumentStore({ folder });
    const scrubber = createScrubber();
    keys = createCheckKeys({ documents, vault, scrubber });
    const inputs = createInputs({ documents, clients, keys });
    inputs.useFolder(experimentServer, join(above, 'inputs'));
    const findServer = async (name: string): Promise<string | null> => servers[name] ?? null;
    return createExperiments({
      clients,
      findServer,
      inputs: {
        filesOf: async () => files,
        checkScope: async () => ({ folder: above, isAllowed: async (check) => isAllowed(check) }),
        externalChecks: inputs.externalChecks,
      },
      score: createScorer({
        clients,
        proxyFor: async () => null,
        findServer,
        openKey: (origin, name) => keys.open(origin, name),
        scrub: scrubber.scrub,
      }),
      prices: async () => emptyPriceTable,
      dataFolder: folder,
      documents,
      serverName: async () => 'Real',
      log,
      pollMs: 50,
    });
  };
  let experiments = open(serverClients);
  return {
    folder,
    projectFolder: above,
    files,
    saveKey: (draft) => keys.save(draft),
    forgetKey: (key) => keys.forget(key),
    experiments: () => experiments,
    async reopen(clients = serverClients) {
      await experiments.stop();
      experiments = open(clients);
    },
    async start(
      pathsOrInputs,
      assistantId,
      { experimentId = randomUUID(), atOnce = null, version = null, repetitions = 1 } = {},
    ) {
      const inputs: ExperimentInputs =
        'kind' in pathsOrInputs
          ? pathsOrInputs
          : { kind: 'files', connectionId: experimentServer, paths: [...pathsOrInputs] };
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
          repetitions,
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
      const { experiments: all } = await experiments.calls['experiments.list']({}, signal);
      return all.find((one) => one.experimentId === experimentId);
    },
    async close() {
      await experiments.stop();
      await rm(above, { recursive: true, force: true });
    },
  };
}
