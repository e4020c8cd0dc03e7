/** Who a message is from, in words, by its type. */
export const messageAuthors: Readonly<Record<string, string>> = {
  human: 'Human',
  user: 'Human',
  ai: 'AI',
  assistant: 'AI',
  tool: 'Tool',
  system: 'System',
};
