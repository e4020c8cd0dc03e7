import { numberText } from './locale-text.ts';

/** A sum of tokens, which may be a lower bound. Apart from the other texts, which the window needs before it is drawn. */
export function tokenCountText(tokens: number, isLowerBound = false): string {
  return `${isLowerBound ? '≥ ' : ''}${numberText(tokens)}`;
}

export function tokensText(tokens: number, isLowerBound = false): string {
  return `${tokenCountText(tokens, isLowerBound)} tok`;
}
