// Searches and counts, which are POST requests only to have a body.
const readByPost =
  /^\/(?:(?:assistants|threads|runs\/crons)\/(?:search|count)|store\/(?:items\/search|namespaces)|threads\/[^/]+\/history)$/;
// A reader of a run's events may take them from another one, and a join waits until the run ends.
const joinsRun = /\/(?:stream|join)(?:\/|$)/;

/** Whether a request changes nothing on any server, so that it can be sent again. `path`: with its query. */
export function isReadOnlyRequest(method: string, path: string): boolean {
  const [route = ''] = path.split('?', 1);
  if (method === 'GET') return !joinsRun.test(route);
  return method === 'POST' && readByPost.test(route);
}
