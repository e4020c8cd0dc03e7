/** What is wrong with a text as a number of JSON; `null` for one that can be sent. */
export function numberProblem(text: string, integer: boolean): string | null {
  const token = text.trim();
  if (token === '') return 'A number is missing.';
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(token)) {
    return 'This is not a number as JSON writes it: 12, -0.5 or 1e6.';
  }
  if (integer && !/^-?\d+(\.0+)?$/.test(token)) return 'The schema asks for a whole number.';
  return null;
}
