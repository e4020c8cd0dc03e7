import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentStamp } from './content-stamp.mjs';
import { inRoot } from './paths.mjs';
import { run } from './process/run.mjs';

const source = 'src/testing/traces/collector-builder.yaml';
const builder = 'go.opentelemetry.io/collector/cmd/builder@v0.165.0';

/** This machine can't build Go programs. */
export class GoIsMissing extends Error {}

/**
 * Builds the OpenTelemetry collector of the tests in `.cache`, by its own builder and of exactly the modules that its file names, unless it
 * is there. Which versions of others these take follows from them.
 * @param {{ log: (line: string) => void }} options
 */
export async function installCollector({ log }) {
  const target = inRoot('.cache', 'otel-collector');
  const stampFile = join(target, 'stamp');
  const stamp = contentStamp([source]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const go = await run('go', ['version']);
  if (go.code !== 0) throw new GoIsMissing('The tests of traces at an OpenTelemetry collector need Go.');
  log('Building the OpenTelemetry collector (once)...');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const config = join(target, 'builder.yaml');
  writeFileSync(
    config,
    readFileSync(inRoot(source), 'utf8').replace('dist:', `dist:\n  output_path: ${join(target, 'build')}`),
  );
  const { code, output } = await run('go', ['run', builder, '--config', config], { cwd: target });
  if (code !== 0) throw new Error(`The OpenTelemetry collector could not be built.\n${output}`);
  writeFileSync(stampFile, stamp);
}
