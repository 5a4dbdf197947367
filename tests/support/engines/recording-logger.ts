import { Logger } from '@aws-lambda-powertools/logger';

export const recordingLogger = () => {
  const lines: string[] = [];
  const logger = new Logger({ serviceName: 'test', logLevel: 'INFO' });
  const keep = (line: unknown): void => void lines.push(String(line));
  Object.assign(logger, { console: { debug: keep, info: keep, warn: keep, error: keep, log: keep } });
  const parsed = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger, lines, parsed };
};
