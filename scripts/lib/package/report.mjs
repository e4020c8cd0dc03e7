/**
 * Prints what was found; returns how many findings have faults.
 * @param {readonly import('./check/inspect.mjs').Finding[]} findings
 * @param {readonly string[]} skipped
 * @param {(line: string) => void} [log]
 */
export function printFindings(findings, skipped, log = console.log) {
  for (const { name, faults, note } of findings) {
    log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}${note === '' ? '' : `: ${note}`}`);
    for (const fault of faults.slice(0, 20)) log(`         ${fault}`);
    if (faults.length > 20) log(`         and ${faults.length - 20} more`);
  }
  for (const what of skipped) log(`not shown here: ${what}`);
  const failed = findings.filter(({ faults }) => faults.length > 0).length;
  log(`Package: ${findings.length - failed} of ${findings.length} hold.`);
  return failed;
}
