// The child process of `startRealServer`: the open-source graph server with the graphs of this folder. Exits
// with its parent.
import { startServer } from '@langchain/langgraph-api/server';

const { host, cleanup } = await startServer(JSON.parse(process.env['GRAPH_OPTIONS'] ?? '{}'));
const stop = async () => {
  await cleanup().catch(() => {});
  process.exit(0);
};
process.on('SIGTERM', stop);
process.on('disconnect', stop);
process.send?.({ type: 'ready', host });
