import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
const found = /version "(\d+)/.exec(spawnSync(java, ['-version'], { encoding: 'utf8' }).stderr ?? '')?.[1];

/** True if Amazon's DynamoDB Local runs here; otherwise prints what is missing. */
export const hasJava = (): boolean => {
  if (Number(found) >= 17) return true;
  console.warn(`Skipped: Amazon's DynamoDB Local needs Java 17 or newer, found ${found ?? 'none'}.`);
  return false;
};
