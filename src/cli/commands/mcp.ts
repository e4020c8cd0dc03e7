import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';

export const run: CommandRun = async () => exitCodes.ok;
