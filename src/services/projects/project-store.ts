import { z } from 'zod';
import { ProjectSettings } from '../../shared/model/project.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';

export const StoredProject = z.strictObject({
  id: z.string(),
  folder: z.string(),
  settings: ProjectSettings,
  connectionId: z.string().nullable(),
  // Kept, so that the server's address, and with it its connection, stays the same.
  lastPort: z.int().nullable(),
  openedAt: z.string(),
});
export type StoredProject = z.infer<typeof StoredProject>;

export const maxProjects = 50;

export const projectsDocument: DocumentSpec<{ projects: StoredProject[] }> = {
  name: 'projects',
  version: 1,
  schema: z.strictObject({ projects: z.array(StoredProject) }),
  initial: { projects: [] },
};
