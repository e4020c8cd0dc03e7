import {
  createDemoServer,
  type DemoServerLimits,
} from '../../services/projects/server/create-demo-server.ts';
import type { LocalServer } from '../../services/projects/server/local-server.ts';
import { slowness } from '../slowness.ts';
import type { LocalPlatform } from './local-platform.ts';

const limits: DemoServerLimits = { startMs: 30_000 * slowness(), stopMs: 10_000 * slowness() };

/** The demo server as the studio has it, which may take longer to start on a busy machine. It is not started yet. */
export function createTestDemoServer(platform: LocalPlatform): LocalServer {
  return createDemoServer({ platform, limits });
}
