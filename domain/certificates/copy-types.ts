/** D3 §9. */
export const copyTypes = [
  { value: 'long', label: 'Long form' },
  { value: 'short', label: 'Short form' },
] as const;
