import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import { maxRunsCounted, type ScheduleReading } from '../shared/model/cron.ts';

const nextTimes = 5;

// Reads a cron expression as servers do: five fields, in UTC unless there is a time zone. `now` and `since` are
// milliseconds since 1970.
export function readCronSchedule(
  schedule: string,
  timezone: string | null,
  since: number | null,
  now: number,
): ScheduleReading {
  const fields = schedule.trim().split(/\s+/).length;
  if (fields !== 5)
    return unreadable(`It has five fields, but ${fields} ${fields === 1 ? 'is' : 'are'} given.`);
  try {
    const cron = new Cron(schedule, { paused: true, mode: '5-part', timezone: timezone ?? 'UTC' });
    const next = cron.nextRuns(nextTimes, new Date(now)).map((time) => time.toISOString());
    return {
      words: wordsOf(schedule),
      next,
      due: since === null || Number.isNaN(since) ? null : countDue(cron, since, now),
      problem: next.length === 0 ? 'This time never comes.' : null,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return unreadable(`${message.replace(/^\w+: /, '')}.`);
  }
}

function unreadable(problem: string): ScheduleReading {
  return { words: null, next: [], due: null, problem };
}

function wordsOf(schedule: string): string | null {
  try {
    return cronstrue.toString(schedule, { use24HourTimeFormat: true, throwExceptionOnParseError: true });
  } catch {
    // The times are known all the same.
    return null;
  }
}

function countDue(cron: Cron, since: number, now: number): number {
  let due = 0;
  let date: Date | null = new Date(since);
  while (due < maxRunsCounted) {
    date = cron.nextRun(date);
    if (date === null || date.getTime() > now) break;
    due += 1;
  }
  return due;
}
