import { afterEach, describe, expect, it, vi } from 'vitest';
import { count, measure } from './metrics.ts';

describe('metrics', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  const written = () => {
    const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    return () => lines.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
  };

  it('writes metrics in the CloudWatch log format', () => {
    const lines = written();
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'stillwater-test');
    count('SsnReveals');
    measure('ProjectionLag', 12);
    const of = (name: string, unit: string) => ({
      CloudWatchMetrics: [
        { Namespace: 'Stillwater', Dimensions: [['service']], Metrics: [{ Name: name, Unit: unit }] },
      ],
    });
    expect(lines()).toMatchObject([
      { _aws: of('SsnReveals', 'Count'), service: 'stillwater-test', SsnReveals: 1 },
      { _aws: of('ProjectionLag', 'Milliseconds'), ProjectionLag: 12 },
    ]);
  });
});
