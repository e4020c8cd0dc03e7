import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { countOf } from '../../shared/count-of.ts';
import { usageError } from '../args/usage-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { mergeJUnit, type JUnitReport } from '../output/merge-junit.ts';
import { writeReport } from '../output/write-report.ts';

const maxReportBytes = 256 * 1024 * 1024;

export const run: CommandRun = async (args, { terminal, json }) => {
  const [target = '', ...names] = args.positionals;
  if (names.some((name) => resolve(name) === resolve(target)))
    throw usageError(`${target} is among the reports and would be overwritten.`, 'Name another file first.');
  const reports: JUnitReport[] = [];
  for (const name of names) reports.push({ name, text: await readReport(name) });
  const merged = mergeJUnit(reports);
  await writeReport(target, merged).catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      `${target} can't be written (${error.code ?? 'unknown'}).`,
      'Name a file in a folder that exists.',
    );
  });
  if (json) terminal.printJson({ file: target, reports: names.length });
  else terminal.print(`${target}: ${countOf(names.length, 'report')}`);
  return exitCodes.ok;
};

async function readReport(name: string): Promise<string> {
  const info = await stat(name).catch(() => null);
  if (info === null || !info.isFile())
    throw usageError(`There is no file ${name}.`, 'Name the reports that check --junit wrote.');
  if (info.size > maxReportBytes)
    throw usageError(`${name} is larger than 256 MB.`, 'Check fewer inputs at a time.');
  return readFile(name, 'utf8');
}
