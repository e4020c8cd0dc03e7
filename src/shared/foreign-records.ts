/** What is said of records of other threads that a server lists among those of one. */
export function foreignRecordsText(count: number): string {
  return count === 1
    ? '1 record of another thread was left out.'
    : `${count.toLocaleString('en')} records of other threads were left out.`;
}
