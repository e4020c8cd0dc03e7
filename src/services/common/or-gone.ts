import { GraphServerError } from 'remote-graph-client/client';

/** `null` for what the server no longer has. */
export async function orGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GraphServerError && error.status === 404) return null;
    throw error;
  }
}
