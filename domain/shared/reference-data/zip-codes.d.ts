/** Made by scripts/zip-codes.ts for the two sites. */
declare module 'virtual:zip-codes' {
  /** The lines of the ZIP codes that begin with 0 to 9, each fetched when it is called. */
  export const zips: readonly (() => Promise<{ readonly default: string }>)[];
}
