// The child process of `startRealServer` with pure-graph. Exits with its parent.
import { servePureGraph } from './pure-graph-server.mjs';

const host = await servePureGraph(JSON.parse(process.env['GRAPH_OPTIONS'] ?? '{}'));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready', host });
