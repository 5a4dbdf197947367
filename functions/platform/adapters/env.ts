/** Returns a required setting (names in infra/functions.ts). Throws at startup if it is missing. */
export const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
  return value;
};
