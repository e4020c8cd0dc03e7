// For hosts and the command line, which don't import the client themselves.
export { abortAfter, untilAborted } from 'remote-graph-client/client';
