import { startPostgres } from './postgres.mjs';

/** vitest's global setup for Aegra: one PostgreSQL for all of its servers, each of which has a database of its own. */
export default async function sharePostgres(): Promise<() => Promise<void>> {
  const { port, stop } = await startPostgres();
  process.env['AEGRA_POSTGRES_PORT'] = String(port);
  return stop;
}
