import {
  createLocalServer,
  type LocalServerLimits,
} from '../../services/projects/server/create-local-server.ts';
import type { LocalServer } from '../../services/projects/server/local-server.ts';
import { slowness } from '../slowness.ts';
import type { LocalPlatform } from './local-platform.ts';

const limits: LocalServerLimits = { startMs: 30_000 * slowness(), stopMs: 10_000 * slowness() };

/** The demo server as the studio has it, which may take longer to start on a busy machine. It is not started yet. */
export function createDemoServer(platform: LocalPlatform): LocalServer {
  return createLocalServer({ platform, limits });
}
