/** Apart from the other texts, which the window needs before it is drawn. */
export function tokensText(tokens: number, isLowerBound = false): string {
  return `${isLowerBound ? '≥ ' : ''}${tokens.toLocaleString('en')} tok`;
}
