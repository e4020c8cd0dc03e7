// Loaded by Node's --import into each process of a JavaScript project: opens the debugger's port in the one that
// runs the graphs. With --inspect, the first process (the CLI) would take it.
import inspector from 'node:inspector';

const port = Number(process.env.REMOTE_GRAPH_STUDIO_DEBUG_PORT);
if (port > 0 && /[\\/]langgraph-api[\\/]dist[\\/]cli[\\/]entrypoint\.mjs$/.test(process.argv[1] ?? '')) {
  try {
    inspector.open(port, '127.0.0.1');
  } catch (error) {
    process.stderr.write(
      `The debugger could not be opened: ${error instanceof Error ? error.message : error}\n`,
    );
  }
}
