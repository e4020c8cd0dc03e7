import type { ScheduleReading } from '../../shared/model/cron.ts';
import { localTimeZone, timeIn } from './cron-labels.ts';
import styles from './CronsView.module.css';

interface NextTimesProps {
  readonly reading: ScheduleReading | null;
  readonly timezone: string | null;
}

// The next times of a schedule, in its own time zone and in that of this computer.
export function NextTimes({ reading, timezone }: NextTimesProps) {
  if (reading === null) return null;
  if (reading.next.length === 0) return <p className={styles.problem}>{reading.problem}</p>;
  const zone = timezone ?? 'UTC';
  const here = localTimeZone();
  return (
    <table className={styles.times}>
      <thead>
        <tr>
          <th scope="col">{zone}</th>
          {here === zone ? null : <th scope="col">Here ({here})</th>}
        </tr>
      </thead>
      <tbody>
        {reading.next.map((time) => (
          <tr key={time}>
            <td>{timeIn(time, zone)}</td>
            {here === zone ? null : <td>{timeIn(time, undefined)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
