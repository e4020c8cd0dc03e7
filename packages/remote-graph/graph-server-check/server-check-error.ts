// For the command line of the studio, which does not import the client.
export { ServerCheckError } from '../src/server-check/server-check.ts';
