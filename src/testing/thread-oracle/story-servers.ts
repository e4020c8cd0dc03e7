import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRealServer, type RealServer } from '../real-server/real-server.ts';

/** A server of the graph `story`, and the folder of its nodes' notes. */
export interface StoryServer {
  readonly server: RealServer;
  readonly journal: string;
  stop(): Promise<void>;
}

export async function startStoryServer(): Promise<StoryServer> {
  const journal = await mkdtemp(join(tmpdir(), 'story-journal-'));
  const server = await startRealServer({ storyJournal: journal });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(journal, { recursive: true, force: true });
  };
  return { server, journal, stop };
}
