/** Test files that run on every real server. */
export const serverSuites = Object.freeze(['src/remote-graph/conformance/real-server.test.ts']);
