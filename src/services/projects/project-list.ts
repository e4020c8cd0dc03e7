import pLimit from 'p-limit';
import { AppError } from '../../shared/app-error.ts';
import type { Project, ProjectProblem, ProjectsSnapshot } from '../../shared/model/project.ts';
import { pause } from '../common/abortable.ts';
import { createSnapshotPublisher } from '../common/snapshot-publisher.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { readProject, type ProjectReading } from './read-project.ts';
import { maxProjects, projectsDocument, type StoredProject } from './project-store.ts';
import { findRuntime } from './server/find-runtime.ts';
import type { ProjectRuntime, SearchContext } from './server/runtime-search.ts';
import { cliArguments } from './server/plan-launch.ts';
import type { ProjectServer } from './server/project-server.ts';

interface KnownProject {
  readonly reading: ProjectReading;
  readonly runtime: ProjectRuntime | null;
  readonly missing: ProjectProblem | null;
  readonly server: ProjectServer;
}

interface FoundProject {
  readonly stored: StoredProject;
  readonly project: KnownProject;
}

interface ProjectList {
  // Throws `not-found`. Reads its folder if that has not been done.
  find(projectId: string): Promise<FoundProject>;
  // The project for the window. Throws `not-found`.
  view(projectId: string): Promise<Project>;
  read(projectId: string, folder: string): Promise<KnownProject>;
  // Stores it as the newest one; very old ones leave the list, unless they run.
  add(stored: StoredProject): Promise<void>;
  withFolder(folder: string): Promise<StoredProject | null>;
  change(projectId: string, changed: Partial<StoredProject>): Promise<void>;
  remove(projectId: string): Promise<void>;
  changed(): void;
  watch(signal: AbortSignal): AsyncIterable<ProjectsSnapshot>;
  servers(): ProjectServer[];
}

const maxReads = 4;

const timeoutMs = 1_000;

// Folders are read when a window asks for the list, and not before: the list is no part of the start. A folder that
// does not respond keeps back only its own project.
export function createProjectList(options: {
  readonly documents: DocumentStore;
  readonly context: SearchContext;
  readonly createServer: (projectId: string) => ProjectServer;
}): ProjectList {
  const { documents, context, createServer } = options;
  const projectsByFolder = new Map<string, KnownProject>();
  const reads = new Map<string, Promise<KnownProject>>();
  const inTurn = pLimit(maxReads);
  let stored: readonly StoredProject[] = [];
  let notice: string | null = null;

  const opened = documents.open(projectsDocument).then((document) => {
    stored = document.value().projects;
    notice = document.notice;
    return document;
  });
  const update = async (change: (projects: readonly StoredProject[]) => StoredProject[]): Promise<void> => {
    const document = await opened;
    const value = await document.update(({ projects }) => ({ projects: change(projects) }));
    stored = value.projects;
    feed.changed();
  };

  const read = async (id: string, folder: string): Promise<KnownProject> => {
    const reading = await readProject(folder);
    const { runtime, problem } = reading.language
      ? await findRuntime(folder, reading.language, context)
      : { runtime: null, problem: null };
    const server = projectsByFolder.get(id)?.server ?? createServer(id);
    const project = { reading, runtime, missing: problem, server };
    projectsByFolder.set(id, project);
    feed.changed();
    return project;
  };
  const readOnce = (id: string, folder: string): Promise<KnownProject> => {
    const pendingRead = reads.get(id) ?? inTurn(() => read(id, folder));
    reads.set(id, pendingRead);
    return pendingRead;
  };

  const view = (one: StoredProject, { reading, runtime, missing, server }: KnownProject): Project => ({
    ...reading,
    id: one.id,
    problems: [...reading.problems, ...(missing ? [missing] : [])],
    command: runtime && cliArguments(reading.folder, runtime, '{port}', one.settings.debugPort),
    settings: one.settings,
    status: server.status(),
    connectionId: one.connectionId,
    openedAt: one.openedAt,
  });
  const feed = createSnapshotPublisher({
    snapshot: () => ({
      projects: stored.flatMap((one) => {
        const project = projectsByFolder.get(one.id);
        return project ? [view(one, project)] : [];
      }),
      notice,
    }),
    minIntervalMs: 50,
  });
  const isRunning = (id: string): boolean => {
    const state = projectsByFolder.get(id)?.server.status().state;
    return state !== undefined && state !== 'stopped' && state !== 'failed';
  };

  const find = async (projectId: string): Promise<FoundProject> => {
    await opened;
    const one = stored.find(({ id }) => id === projectId);
    if (!one) {
      throw new AppError('not-found', 'This project is no longer in the list.', {
        hint: 'Open its folder again.',
      });
    }
    return {
      stored: one,
      project: projectsByFolder.get(projectId) ?? (await readOnce(projectId, one.folder)),
    };
  };

  return {
    find,
    read,
    async view(projectId) {
      const project = await find(projectId);
      return view(project.stored, project.project);
    },
    add: (one) =>
      update((projects) => {
        const otherProjects = projects.filter(({ id }) => id !== one.id);
        const running = otherProjects.slice(maxProjects - 1).filter(({ id }) => isRunning(id));
        return [one, ...otherProjects.slice(0, maxProjects - 1), ...running];
      }),
    async withFolder(folder) {
      await opened;
      return stored.find((one) => one.folder === folder) ?? null;
    },
    change: (projectId, changed) =>
      update((projects) => projects.map((one) => (one.id === projectId ? { ...one, ...changed } : one))),
    async remove(projectId) {
      await update((projects) => projects.filter(({ id }) => id !== projectId));
      projectsByFolder.delete(projectId);
      reads.delete(projectId);
    },
    changed: () => feed.changed(),
    async *watch(signal) {
      await opened;
      const all = Promise.allSettled(stored.map(({ id, folder }) => readOnce(id, folder)));
      await Promise.race([all, pause(timeoutMs, signal)]);
      yield* feed.watch(signal);
    },
    servers: () => [...projectsByFolder.values()].map(({ server }) => server),
  };
}
