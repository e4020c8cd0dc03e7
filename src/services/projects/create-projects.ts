import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { ConnectionDraft, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { Project, ProjectProblem } from '../../shared/model/project.ts';
import type { Platform } from '../common/platform.ts';
import { createSnapshotPublisher } from '../common/snapshot-publisher.ts';
import { asAppError } from '../errors/server-errors.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { secretsIn, parseEnvFile } from './env-file.ts';
import { findRuntime } from './find-runtime.ts';
import { cliArguments, planInstall, planLaunch } from './plan-launch.ts';
import { createProjectServer, type ProjectServer, type ProjectServerLimits } from './project-server.ts';
import { mostProjects, projectsDocument, type StoredProject } from './project-store.ts';
import { readProject, resolveProjectFolder, type ProjectReading } from './read-project.ts';
import { readSmallFile } from './read-small-file.ts';
import type { ProjectRuntime } from './runtime-search.ts';
import { suggestFolders } from './suggest-folders.ts';
import { writeTemplate } from './write-template.ts';

type Calls = StudioHandlers['calls'];

/** Saves a connection for a project's server, and lists the saved ones. */
export interface ProjectConnections {
  save(draft: ConnectionDraft): Promise<{ readonly id: string }>;
  list(signal: AbortSignal): AsyncIterable<ConnectionsSnapshot>;
}

/** Handlers for projects. */
export interface Projects {
  readonly calls: Pick<
    Calls,
    | 'projects.suggestFolders'
    | 'projects.open'
    | 'projects.refresh'
    | 'projects.create'
    | 'projects.install'
    | 'projects.saveSettings'
    | 'projects.remove'
    | 'projects.start'
    | 'projects.stop'
  >;
  readonly streams: Pick<StudioHandlers['streams'], 'projects.watch' | 'projects.log'>;
  /** Stops all servers. */
  stop(): Promise<void>;
}

export interface ProjectsOptions {
  readonly platform: Pick<Platform, 'host' | 'resourcesFolder' | 'log'>;
  readonly documents: DocumentStore;
  readonly scrubber: Scrubber;
  readonly connections: ProjectConnections;
  readonly limits?: ProjectServerLimits;
}

/** What is known of an opened project beside what is stored. */
interface OpenProject {
  reading: ProjectReading;
  runtime: ProjectRuntime | null;
  /** What is missing to run it. */
  missing: ProjectProblem | null;
  readonly server: ProjectServer;
}

/** Projects on the user's disk. Reading one starts nothing; only `projects.start` does (row P-1). */
export function createProjects(options: ProjectsOptions): Projects {
  const { platform, documents, scrubber, connections, limits } = options;
  const runnerFolder = join(platform.resourcesFolder, 'project-runner');
  const ownNode = platform.host === 'web' ? process.execPath : null;
  const known = new Map<string, OpenProject>();
  let isStopped = false;

  const opened = documents.open(projectsDocument).then(async (document) => {
    if (document.notice !== null) platform.log('warn', document.notice);
    for (const { id, folder } of document.value().projects) await read(id, folder);
    return document;
  });

  const read = async (id: string, folder: string): Promise<OpenProject> => {
    const reading = await readProject(folder);
    const context = { env: process.env, ownNode };
    const { runtime, problem } = reading.language
      ? await findRuntime(folder, reading.language, context)
      : { runtime: null, problem: null };
    const before = known.get(id);
    const server =
      before?.server ??
      createProjectServer({
        scrub: scrubber.scrub,
        onStatus: () => feed.changed(),
        ...(limits ? { limits } : {}),
      });
    const project = { reading, runtime, missing: problem, server };
    known.set(id, project);
    feed.changed();
    return project;
  };

  const find = async (projectId: string): Promise<{ stored: StoredProject; project: OpenProject }> => {
    const stored = (await opened).value().projects.find(({ id }) => id === projectId);
    const project = known.get(projectId);
    if (stored && project) return { stored, project };
    throw new AppError('not-found', 'This project is not on the list any more.', {
      hint: 'Open its folder again.',
    });
  };

  const view = (stored: StoredProject, { reading, runtime, missing, server }: OpenProject): Project => ({
    ...reading,
    id: stored.id,
    problems: [...reading.problems, ...(missing ? [missing] : [])],
    command: runtime && cliArguments(reading.folder, runtime, '{port}', stored.settings.debugPort),
    settings: stored.settings,
    status: server.status(),
    connectionId: stored.connectionId,
    openedAt: stored.openedAt,
  });
  const viewOf = async (projectId: string): Promise<Project> => {
    const { stored, project } = await find(projectId);
    return view(stored, project);
  };

  let shown: readonly StoredProject[] = [];
  let notice: string | null = null;
  const refreshList = async (): Promise<void> => {
    const document = await opened;
    shown = document.value().projects;
    notice = document.notice;
  };
  const feed = createSnapshotPublisher({
    snapshot: () => ({
      projects: shown.flatMap((stored) => {
        const project = known.get(stored.id);
        return project ? [view(stored, project)] : [];
      }),
      notice,
    }),
    minIntervalMs: 50,
  });

  const change = async (projectId: string, changed: Partial<StoredProject>): Promise<void> => {
    const document = await opened;
    await document.update(({ projects }) => ({
      projects: projects.map((project) => (project.id === projectId ? { ...project, ...changed } : project)),
    }));
    await refreshList();
    feed.changed();
  };

  /** Gives a ready server its saved connection, at the port that it has now. */
  const connect = async (projectId: string, url: string): Promise<void> => {
    const { stored, project } = await find(projectId);
    const saved = (await firstOf(connections.list))?.connections.find(({ id }) => id === stored.connectionId);
    if (saved?.url === url) return;
    const { id: _id, kind: _kind, key: _key, trust: _trust, headers = [], ...preferences } = saved ?? {};
    const draft = { name: project.reading.name, ...preferences, url, key: { change: 'keep' as const } };
    const kept = headers.map(({ name }) => ({ name, value: null }));
    const { id } = await connections
      .save({ ...draft, id: saved?.id ?? null, headers: kept })
      // Its key belongs to the old address.
      .catch(() => connections.save({ ...draft, id: null, headers: [] }));
    await change(projectId, { connectionId: id });
  };

  /** Starts under way. A stop takes its project out, and what is not started yet never is. */
  const launches = new Map<string, Promise<void>>();
  const launchOnce = (projectId: string): Promise<void> => {
    const running = launches.get(projectId);
    if (running) return running;
    const launched: Promise<void> = launch(projectId, () => launches.get(projectId) === launched).finally(
      () => {
        if (launches.get(projectId) === launched) launches.delete(projectId);
      },
    );
    launches.set(projectId, launched);
    return launched;
  };
  const stopServer = async (projectId: string, server: ProjectServer): Promise<void> => {
    launches.delete(projectId);
    await server.stop();
  };

  const launch = async (projectId: string, isWanted: () => boolean): Promise<void> => {
    const { stored, project } = await find(projectId);
    // Ended first, so that its port is free for the new one.
    await project.server.stop();
    const { reading, runtime, missing, server } = await read(projectId, stored.folder);
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
      runnerFolder,
      ownEnv: process.env,
    });
    for (const secret of secretsIn({ ...(await configVariables(reading)), ...plan.variables })) {
      scrubber.add(secret);
    }
    await change(projectId, { lastPort: plan.port });
    if (isStopped || !isWanted()) return;
    const status = await server.start(plan);
    if (status.state === 'ready' && status.url !== null) await connect(projectId, status.url);
  };

  const openFolder = async (folder: string): Promise<Project> => {
    const document = await opened;
    const openedAt = new Date().toISOString();
    const before = document.value().projects.find((project) => project.folder === folder);
    const stored: StoredProject = before
      ? { ...before, openedAt }
      : {
          id: randomUUID(),
          folder,
          settings: { port: null, envFile: null, debugPort: null },
          connectionId: null,
          lastPort: null,
          openedAt,
        };
    await read(stored.id, folder);
    await document.update(({ projects }) => {
      const others = projects.filter(({ id }) => id !== stored.id);
      const [kept, old] = [others.slice(0, mostProjects - 1), others.slice(mostProjects - 1)];
      const running = old.filter(({ id }) => isRunning(known.get(id)));
      return { projects: [stored, ...kept, ...running] };
    });
    await refreshList();
    feed.changed();
    return viewOf(stored.id);
  };

  return {
    calls: {
      'projects.suggestFolders': async ({ text }) => ({ folders: await suggestFolders(text) }),
      'projects.create': async ({ folder: typed, template }) => {
        const templates = join(platform.resourcesFolder, 'templates');
        return openFolder(await writeTemplate(join(templates, template), typed));
      },
      'projects.install': async ({ projectId }) => {
        const { stored, project } = await find(projectId);
        try {
          const { missing } = await read(projectId, stored.folder);
          if (!missing?.canInstall) {
            throw new AppError('conflict', 'There is nothing that the studio can install here.', {
              hint: 'Read the folder again.',
            });
          }
          const context = { folder: stored.folder, runnerFolder, ownEnv: process.env, ownNode };
          await project.server.install(await planInstall(context));
          await read(projectId, stored.folder);
        } catch (thrown) {
          project.server.fail(asAppError(thrown, { scrub: scrubber.scrub }));
        }
        return viewOf(projectId);
      },
      'projects.open': async ({ folder: typed }) => openFolder(await resolveProjectFolder(typed)),
      'projects.refresh': async ({ projectId }) => {
        const { stored } = await find(projectId);
        await read(projectId, stored.folder);
        return viewOf(projectId);
      },
      'projects.saveSettings': async ({ projectId, settings }) => {
        await find(projectId);
        await change(projectId, { settings });
        return viewOf(projectId);
      },
      'projects.remove': async ({ projectId }) => {
        const { project } = await find(projectId);
        await stopServer(projectId, project.server);
        await (
          await opened
        ).update(({ projects }) => ({ projects: projects.filter(({ id }) => id !== projectId) }));
        known.delete(projectId);
        await refreshList();
        feed.changed();
        return {};
      },
      'projects.start': async ({ projectId }) => {
        const { project } = await find(projectId);
        try {
          await launchOnce(projectId);
        } catch (thrown) {
          project.server.fail(asAppError(thrown, { scrub: scrubber.scrub }));
        }
        return viewOf(projectId);
      },
      'projects.stop': async ({ projectId }) => {
        const { project } = await find(projectId);
        await stopServer(projectId, project.server);
        return viewOf(projectId);
      },
    },
    streams: {
      async *'projects.watch'(_input, signal) {
        await refreshList();
        yield* feed.watch(signal);
      },
      async *'projects.log'({ projectId }, signal) {
        const { project } = await find(projectId);
        yield* project.server.log(signal);
      },
    },
    async stop() {
      isStopped = true;
      await Promise.allSettled([...known.values()].map(({ server }) => server.stop()));
    },
  };
}

function isRunning(project: OpenProject | undefined): boolean {
  const state = project?.server.status().state;
  return state !== undefined && state !== 'stopped' && state !== 'failed';
}

/** Variables of the file that `langgraph.json` names. The CLI reads it itself; here its secrets are looked for. */
async function configVariables(reading: ProjectReading): Promise<Record<string, string>> {
  if (reading.configEnvFile === null) return {};
  const file = await readSmallFile(join(reading.folder, reading.configEnvFile), 1024 * 1024);
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
