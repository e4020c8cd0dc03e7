// What the studio's command line shares with `graph-server-check`. Not published.
export { checkAndReport, isLoopback, openFiles, whatItCreates } from './check-and-report.ts';
export { formats, graphsOf, inputsOf } from './parse-arguments.ts';
export { ServerCheckError } from '../src/server-check/server-check.ts';
