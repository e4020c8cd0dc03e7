import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createServices, type StudioServices } from '../services/create-services.ts';
import type { Platform } from '../services/common/platform.ts';
import { stopInOrder } from '../services/common/stop-in-order.ts';
import type { PendingWebhooks } from '../services/webhooks/describe-pending.ts';
import { lockFolder, type FolderLock } from '../services/storage/folder-lock.ts';
import { AppError } from '../shared/app-error.ts';
import { linkQuery, type StudioLink } from '../shared/model/studio-link.ts';
import type { DataFolder } from '../services/storage/private-folder.ts';
import { ignoreClosedOutput } from '../services/logging/closed-output.ts';
import { createBugReporter, createHostLog, scrubbedLog, type HostLog } from '../services/logging/host-log.ts';
import { bindAddress, isPublicOrigin } from './bind-address.ts';
import { openDataFolder } from './data-folder.ts';
import type { FallbackRoute } from './http-server.ts';
import { launchFolder, sweepLaunchPages } from './launch-page.ts';
import { createLauncher } from './browser-launcher.ts';
import { createNodePlatform } from './node-platform.ts';
import { readOnlyHandlers } from './read-only-mode.ts';
import { serveStudio } from './serve-studio.ts';
import { codeLifetimeMs, createSessions, type Sessions } from './sessions.ts';
import { installationPaths } from './installation-paths.ts';
import { readStaticFiles, type StaticFiles } from './static-files.ts';
import { createTeam } from './team/create-team.ts';
import { readTeamOptions, type TeamOptions } from './team/team-options.ts';

export interface WebHostOptions {
  // `null`: the usual port, or any free one if it is taken. 0: any free one.
  readonly port?: number | null;
  // One exact address of this machine; defaults to 127.0.0.1.
  readonly address?: string;
  // Required for an address that others can reach.
  readonly allowNetwork?: boolean;
  readonly dataFolder?: string;
  // What the window shows first. Called before anything listens; if it rejects, the host does not start.
  readonly findLink?: (services: LinkServices) => Promise<StudioLink | null>;
  // Serves opened recordings to several readers: nothing can be changed, no other server is reached, and no demo server started.
  readonly reading?: boolean;
  // Opens the studio any number of times, beside one-time codes: for hosts whose terminal nobody sees.
  readonly token?: string;
  // Origin of a reverse proxy in front of the studio, or of a published port: `https://studio.example.com`.
  readonly publicUrl?: string;
  // A file that says how members of a team are recognized. Then nobody gets in by a one-time address or a token.
  readonly teamFile?: string;
  readonly log?: (level: 'info' | 'warn' | 'error', message: string) => void;
  // Hot reload only: serves the window from source, for sessions that outlive this host.
  readonly development?: {
    readonly files: StaticFiles;
    readonly fallback: FallbackRoute;
    readonly sessions: Sessions;
  };
}

export type LinkServices = Pick<StudioServices, 'handlers' | 'openRecording' | 'savedConnections'>;

export interface WebHost {
  readonly version: string;
  readonly dataFolder: string;
  readonly port: number;
  // What the user should know about where it listens and what others can see.
  readonly notices: readonly string[];
  // Where the proxy of a team reaches it; `null` in a studio of one person.
  readonly behindProxy: string | null;
  // One that works once; for a team, the address of its proxy.
  freshAddress(): string;
  openBrowser(): Promise<boolean>;
  pendingWebhooks(): number;
  describePendingWebhooks(): Promise<PendingWebhooks>;
  stop(): Promise<void>;
}

// Starts the studio's back end and serves it with the window. Throws `AppError` on failure.
export async function startWebHost(options: WebHostOptions = {}): Promise<WebHost> {
  const { address, beyondThisMachine } = bindAddress(
    options.address ?? '127.0.0.1',
    options.allowNetwork ?? false,
  );
  const team = options.teamFile === undefined ? null : await readTeamOptions(options.teamFile);
  if (team !== null && options.token !== undefined) {
    throw new AppError(
      'invalid-input',
      'A studio for a team has no token: everybody signs in at its proxy.',
      {
        hint: 'Remove REMOTE_GRAPH_STUDIO_TOKEN.',
      },
    );
  }
  const dataFolder = await openDataFolder(options.dataFolder);
  const lock = await lockFolder(dataFolder.path, `web host, process ${process.pid}`);
  const { log, closeLog } = options.log
    ? { log: options.log, closeLog: () => Promise.resolve() }
    : openLog(dataFolder.path);
  try {
    return await serveFrom({ dataFolder, lock, log, closeLog, address, beyondThisMachine, team }, options);
  } catch (error) {
    await closeLog();
    await lock.release();
    throw error;
  }
}

// Time limit for each part of the host to end, in ms: longer than that of a part of the services, which is
// named.
const endLimitMs = 30_000;

function openLog(dataFolder: string): Pick<ServerAddress, 'log' | 'closeLog'> {
  ignoreClosedOutput();
  const { log, openFile, close } = createHostLog(process.stderr);
  openFile(dataFolder);
  return { log, closeLog: close };
}

interface ServerAddress {
  readonly dataFolder: DataFolder;
  readonly lock: FolderLock;
  readonly log: HostLog['log'];
  // Ends the log's file, after the last line.
  readonly closeLog: () => Promise<void>;
  readonly address: string;
  readonly beyondThisMachine: boolean;
  readonly team: TeamOptions | null;
}

async function serveFrom(place: ServerAddress, options: WebHostOptions): Promise<WebHost> {
  const { lock, address, beyondThisMachine, log } = place;
  const { reading = false, publicUrl } = options;
  // Members of a team are other people, whatever address the proxy calls, and so are readers. A public address leads
  // others to a studio that listens on this machine only.
  const isOpenToNetwork =
    beyondThisMachine ||
    place.team !== null ||
    reading ||
    (publicUrl !== undefined && isPublicOrigin(publicUrl));
  const dataFolder = place.dataFolder.path;
  const { windowFolder, ...installation } = installationPaths();
  const files = options.development?.files ?? (await readStaticFiles(windowFolder));
  const platformIn = (folder: string): Platform =>
    createNodePlatform({ ...installation, dataFolder: folder, isOpenToNetwork, log });
  const services = createServices(platformIn(dataFolder));
  const stopServices = async (error: unknown): Promise<never> => {
    await services.stop();
    throw error;
  };
  const link = (await options.findLink?.(services).catch(stopServices)) ?? null;
  const team =
    place.team === null
      ? null
      : createTeam({
          options: place.team,
          dataFolder,
          log: scrubbedLog(log, services.scrubLog),
          serverName: async (id) =>
            (await services.savedConnections()).find((connection) => connection.id === id)?.name ?? null,
          servicesOf: (owner, newConnectionId) =>
            createServices(platformIn(join(dataFolder, 'members', owner, 'servers')), {
              ofMember: { newConnectionId, prices: services.handlers.calls },
            }),
        });
  const scrub = (text: string): string => services.scrubLog(team?.scrub(text) ?? text);
  const served = await serveStudio({
    handlers: reading ? readOnlyHandlers(services.handlers) : services.handlers,
    reading,
    files,
    address,
    port: options.port ?? null,
    log,
    scrub,
    sessions: options.development?.sessions ?? createSessions({ accessToken: options.token }),
    publicUrl,
    team,
    fallback: options.development?.fallback,
  }).catch(stopServices);
  const freshAddress = (onSpent?: () => void): string => withLink(served.freshAddress(onSpent), link);
  const folder = launchFolder({
    os: process.platform,
    dataFolder,
    home: homedir(),
    hasSnap: existsSync('/snap') || existsSync('/var/lib/snapd'),
  });
  await sweepLaunchPages(folder, codeLifetimeMs);
  const launcher = createLauncher({
    folder,
    freshAddress,
    onBug: createBugReporter(scrubbedLog(log, services.scrubLog)),
  });
  if (!reading) services.start();
  const ending = stopInOrder({
    log,
    limitMs: endLimitMs,
    stages: [
      {
        'the server of the window': () => served.stop(),
        services: () => services.stop(),
        'the pages that open the browser': () => launcher.stop(),
      },
      { 'servers of members and the audit log': () => team?.close() },
      { 'the log': () => place.closeLog() },
      { "the data folder's lock": () => lock.release() },
    ],
  });
  const warning =
    beyondThisMachine && team === null
      ? 'Warning: anyone who can reach this address can try to open the studio, and the connection is not encrypted.'
      : null;
  return {
    version: installation.version,
    dataFolder,
    port: served.port,
    notices: [served.notice, place.dataFolder.warning, warning].filter((notice) => notice !== null),
    behindProxy:
      team === null ? null : `http://${address.includes(':') ? `[${address}]` : address}:${served.port}`,
    freshAddress: () => freshAddress(),
    openBrowser: () => launcher.launch(),
    pendingWebhooks: services.pendingWebhooks,
    describePendingWebhooks: services.describePendingWebhooks,
    stop: ending.stop,
  };
}

// Behind the code, where only the page sees it: a page of another site must not be able to open links.
function withLink(address: string, link: StudioLink | null): string {
  if (link === null) return address;
  // The address of a team has no code.
  return address.includes('#') ? `${address}&${linkQuery(link)}` : `${address}/?${linkQuery(link)}`;
}
