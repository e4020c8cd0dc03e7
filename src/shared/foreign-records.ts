/** The notice about records of other threads that a server lists in a thread. */
export function foreignRecordsText(count: number): string {
  return count === 1
    ? '1 record of another thread was left out.'
    : `${count.toLocaleString('en')} records of other threads were left out.`;
}
