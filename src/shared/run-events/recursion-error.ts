export function isRecursionError(error: string | null): boolean {
  return error !== null && /GraphRecursionError|Recursion limit of \d+ reached/.test(error);
}
