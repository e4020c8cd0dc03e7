/** Starts a PostgreSQL of its own, in a temporary folder and on a free port of loopback. */
export function startPostgres(): Promise<{ readonly port: number; stop(): Promise<void> }>;
