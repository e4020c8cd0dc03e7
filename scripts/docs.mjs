// npm run docs [-- --serve]: builds the documentation site into out/docs, and fails on dead links; with --serve it is
// shown at an address of this computer, and follows the pages as they are written.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { outDir } from './lib/docs/site-paths.mjs';
import { installTool } from './lib/install-tool.mjs';
import { run } from './lib/process/run.mjs';

const { values } = parseArgs({
  options: { serve: { type: 'boolean', default: false }, port: { type: 'string', default: '5173' } },
});
try {
  const folder = await installTool({ name: 'vitepress', source: 'packaging/docs', log: console.log });
  const vitepress = join(folder, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const args = values.serve ? ['dev', 'docs', '--port', values.port] : ['build', 'docs'];
  const { code } = await run(process.execPath, [vitepress, ...args], { show: true });
  if (code === 0 && !values.serve) console.log(`The site is in ${outDir}.`);
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
