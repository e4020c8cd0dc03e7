import type { TeamRole } from '../../shared/model/team.ts';
import { escapeInvisible } from '../../shared/escape-invisible.ts';
import { useTeamMember } from '../queries/use-team-member.ts';
import styles from './team.module.css';

const meanings: Readonly<Record<TeamRole, string>> = {
  look: 'You can read everything. Runs need the role run, and all other changes the role edit.',
  run: 'You can start, cancel and answer runs. All other changes need the role edit.',
  edit: 'You can change everything but what is on the computer that runs the studio.',
};

/** Name and role of who uses the window, in a studio for a team. */
export function TeamMemberChip() {
  const member = useTeamMember();
  if (member === null) return null;
  const { role } = member;
  const name = escapeInvisible(member.name);
  return (
    <span className={styles.member} title={`${name}\nYour role: ${role}\n${meanings[role]}`}>
      <span className={styles.name}>{name}</span>
      <span className={styles.role}>Your role: {role}</span>
    </span>
  );
}
