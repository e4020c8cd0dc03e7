import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { CallsOf, StreamsOf } from '../../shared/contract.ts';
import type { ConnectionDraft, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { Project } from '../../shared/model/project.ts';
import type { Platform } from '../common/platform.ts';
import { asAppError } from '../common/server-errors.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import { createLogScrubber } from '../scrubbing/log-scrubber.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { planAttachChange, writeAttachChange, type DebuggedProject } from './debugger-attach.ts';
import { secretVariables, parseEnvFile } from './env-file.ts';
import { planInstall, planLaunch } from './server/plan-launch.ts';
import {
  createProjectServer,
  type ProjectServer,
  type ProjectServerLimits,
} from './server/project-server.ts';
import { createProjectList } from './project-list.ts';
import type { StoredProject } from './project-store.ts';
import { readProject, resolveProjectFolder, type ProjectReading } from './read-project.ts';
import { readSmallFile } from './read-small-file.ts';
import { suggestFolders } from './suggest-folders.ts';
import { writeTemplate } from './write-template.ts';

interface ProjectConnections {
  save(draft: ConnectionDraft): Promise<{ readonly id: string }>;
  list(signal: AbortSignal): AsyncIterable<ConnectionsSnapshot>;
}

export interface Projects {
  readonly calls: Omit<CallsOf<'projects'>, 'projects.pickFolder'>;
  readonly streams: StreamsOf<'projects'>;
  /** What the project's folder says now. Throws `not-found`. */
  readNow(projectId: string): Promise<ProjectReading>;
  stop(): Promise<void>;
}

interface ProjectsOptions {
  readonly platform: Pick<Platform, 'host' | 'resourcesFolder' | 'log'>;
  readonly documents: DocumentStore;
  readonly scrubber: Scrubber;
  readonly connections: ProjectConnections;
  readonly limits?: ProjectServerLimits;
}

/** Projects on the user's disk. Reading one starts nothing; only `projects.start` does. */
export function createProjects(options: ProjectsOptions): Projects {
  const { platform, documents, scrubber, connections, limits } = options;
  const runnerFolder = join(platform.resourcesFolder, 'project-runner');
  const ownNode = platform.host === 'web' ? process.execPath : null;
  const list = createProjectList({
    documents,
    context: { env: process.env, ownNode },
    createServer: (projectId) =>
      createProjectServer({
        scrub: createLogScrubber(scrubber),
        onStatus: ({ state, url }) => {
          list.changed();
          if (state === 'ready' && url !== null) connectInTurn(projectId, url);
        },
        ...(limits ? { limits } : {}),
      }),
  });
  let isStopped = false;

  // Gives a ready server its saved connection, at the port that it has now.
  const connect = async (projectId: string, url: string): Promise<void> => {
    const { stored, project } = await list.find(projectId);
    const saved = (await firstOf(connections.list))?.connections.find(({ id }) => id === stored.connectionId);
    if (saved?.url === url) return;
    const {
      id: _id,
      kind: _kind,
      key: _key,
      trust: _trust,
      recording: _recording,
      credential,
      headers = [],
      ...preferences
    } = saved ?? {};
    const draft = {
      name: project.reading.name,
      ...preferences,
      url,
      key: { change: 'keep' as const },
      ...(credential === undefined ? {} : { credential: credential.source }),
    };
    const headerChanges = headers.map(({ name }) => ({ name, value: null }));
    const { id } = await connections
      .save({ ...draft, id: saved?.id ?? null, headers: headerChanges })
      // Its key belongs to the old address.
      .catch(() => connections.save({ ...draft, id: null, headers: [] }));
    await list.change(projectId, { connectionId: id });
  };

  // Also a server that failed first gets its connection, once a change of its files has made it ready.
  const connecting = new Map<string, Promise<void>>();
  const connectInTurn = (projectId: string, url: string): void => {
    const before = connecting.get(projectId) ?? Promise.resolve();
    const connected = before
      .then(() => connect(projectId, url))
      .catch(async (error: unknown) => {
        const { message } = asAppError(error, { scrub: scrubber.scrub });
        const { project } = await list.find(projectId);
        project.server.note(`The server runs, but could not be added to the list of servers. ${message}`);
      })
      // The project was removed meanwhile.
      .catch(() => undefined);
    connecting.set(projectId, connected);
  };

  // Starts under way. A stop takes its project out, and what is not started yet never is.
  const launches = new Map<string, Promise<void>>();
  const launchOnce = (projectId: string, withDebugger: boolean): Promise<void> => {
    const running = launches.get(projectId);
    if (running) return running;
    const launched: Promise<void> = launch(
      projectId,
      withDebugger,
      () => launches.get(projectId) === launched,
    ).finally(() => {
      if (launches.get(projectId) === launched) launches.delete(projectId);
    });
    launches.set(projectId, launched);
    return launched;
  };
  const stopServer = async (projectId: string, server: ProjectServer): Promise<void> => {
    launches.delete(projectId);
    await server.stop();
  };

  const launch = async (projectId: string, withDebugger: boolean, isWanted: () => boolean): Promise<void> => {
    const { stored, project } = await list.find(projectId);
    // Ended first, so that its port is free for the new one.
    await project.server.stop();
    const { reading, runtime, missing, server } = await list.read(projectId, stored.folder);
    const obstacle = [...reading.problems, missing].find((problem) => problem?.severity === 'error');
    if (obstacle || !runtime) {
      throw new AppError('invalid-input', obstacle?.message ?? 'The project could not be read.', {
        hint: [obstacle?.hint, obstacle?.command].filter((part) => part != null).join(' '),
      });
    }
    const plan = await planLaunch({
      folder: stored.folder,
      runtime,
      settings: stored.settings,
      lastPort: stored.lastPort,
      withDebugger,
      runnerFolder,
      ownEnv: process.env,
    });
    for (const secret of secretVariables({ ...(await configVariables(reading)), ...plan.variables })) {
      scrubber.add(secret);
    }
    await list.change(projectId, { lastPort: plan.port });
    if (isStopped || !isWanted()) return;
    await server.start(plan);
    await connecting.get(projectId);
  };

  const debuggedProject = async (projectId: string): Promise<DebuggedProject> => {
    const { folder, name, language, status } = await list.view(projectId);
    const port = /:(\d+)$/.exec(status.debugAddress ?? '')?.[1];
    if (port === undefined) {
      throw new AppError('conflict', 'The project runs without a debugger.', {
        hint: 'Start it with the debugger first.',
      });
    }
    return { folder, name, language, port: Number(port) };
  };

  const opening = new Map<string, Promise<Project>>();
  // Two windows that open a folder at once would not find it on the list, and add it twice.
  const openFolder = (folder: string): Promise<Project> => {
    const underWay = opening.get(folder) ?? addFolder(folder).finally(() => opening.delete(folder));
    opening.set(folder, underWay);
    return underWay;
  };
  const addFolder = async (folder: string): Promise<Project> => {
    const openedAt = new Date().toISOString();
    const stored: StoredProject = {
      id: randomUUID(),
      folder,
      settings: { port: null, envFile: null, debugPort: null },
      connectionId: null,
      lastPort: null,
      ...(await list.withFolder(folder)),
      openedAt,
    };
    await list.read(stored.id, folder);
    await list.add(stored);
    return list.view(stored.id);
  };

  return {
    calls: {
      'projects.suggestFolders': async ({ text }) => ({ folders: await suggestFolders(text) }),
      'projects.create': async ({ folder: typed, template }) => {
        const templates = join(platform.resourcesFolder, 'templates');
        return openFolder(await writeTemplate(join(templates, template), typed));
      },
      'projects.install': async ({ projectId }) => {
        const { stored, project } = await list.find(projectId);
        const { missing } = await list.read(projectId, stored.folder);
        if (!missing?.canInstall) {
          throw new AppError('conflict', 'There is nothing that the studio can install here.', {
            hint: 'Read the folder again.',
          });
        }
        try {
          const context = { folder: stored.folder, runnerFolder, ownEnv: process.env, ownNode };
          await project.server.install(await planInstall(context));
          await list.read(projectId, stored.folder);
        } catch (error) {
          project.server.fail(asAppError(error, { scrub: scrubber.scrub }));
        }
        return list.view(projectId);
      },
      'projects.open': async ({ folder: typed }) => openFolder(await resolveProjectFolder(typed)),
      'projects.refresh': async ({ projectId }) => {
        const { stored } = await list.find(projectId);
        await list.read(projectId, stored.folder);
        return list.view(projectId);
      },
      'projects.saveSettings': async ({ projectId, settings }) => {
        await list.find(projectId);
        await list.change(projectId, { settings });
        return list.view(projectId);
      },
      'projects.remove': async ({ projectId }) => {
        const { project } = await list.find(projectId);
        await stopServer(projectId, project.server);
        await list.remove(projectId);
        return {};
      },
      'projects.start': async ({ projectId, withDebugger = false }) => {
        const { project } = await list.find(projectId);
        try {
          await launchOnce(projectId, withDebugger);
        } catch (error) {
          project.server.fail(asAppError(error, { scrub: scrubber.scrub }));
        }
        return list.view(projectId);
      },
      'projects.previewAttach': async ({ projectId }) =>
        (await planAttachChange(await debuggedProject(projectId))).change,
      'projects.writeAttach': async ({ projectId, base }) =>
        writeAttachChange(await debuggedProject(projectId), base),
      'projects.stop': async ({ projectId }) => {
        const { project } = await list.find(projectId);
        await stopServer(projectId, project.server);
        return list.view(projectId);
      },
    },
    streams: {
      'projects.watch': (_input, signal) => list.watch(signal),
      async *'projects.log'({ projectId }, signal) {
        const { project } = await list.find(projectId);
        yield* project.server.log(signal);
      },
    },
    async readNow(projectId) {
      const { stored } = await list.find(projectId);
      return readProject(stored.folder);
    },
    async stop() {
      isStopped = true;
      await Promise.allSettled(list.servers().map((server) => server.stop()));
    },
  };
}

// Variables of the file that `langgraph.json` names. The CLI reads it itself; here its secrets are looked for.
async function configVariables(reading: ProjectReading): Promise<Record<string, string>> {
  if (reading.configEnvFile === null) return {};
  const file = await readSmallFile(resolve(reading.folder, reading.configEnvFile), 1024 * 1024);
  return 'text' in file ? parseEnvFile(file.text) : {};
}

async function firstOf<T>(list: (signal: AbortSignal) => AsyncIterable<T>): Promise<T | null> {
  const leave = new AbortController();
  try {
    for await (const item of list(leave.signal)) return item;
    return null;
  } finally {
    leave.abort();
  }
}
