/** A setting that the function cannot work without; names as in infra/functions.ts. Throws at start when it is missing. */
export const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
  return value;
};
