import type { PythonProject, PythonServer } from '../python-server/python-server.d.mts';

/**
 * Starts Aegra on loopback, offline, from the environment that `npm run test:servers` has made, and waits until it answers.
 * Its database has the name of its folder, in the PostgreSQL of `AEGRA_POSTGRES_PORT`, or in one of its own.
 */
export function startAegra(project: Omit<PythonProject, 'closed'>): Promise<PythonServer>;
