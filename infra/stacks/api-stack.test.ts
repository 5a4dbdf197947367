import { describe, expect, it } from 'vitest';
import { routes } from '#infra/routes.ts';
import { synthesize } from '#tests/infra/synthesis.ts';
import { everything } from '#tests/infra/variants.ts';

describe('public calls', () => {
  const publicFunctions = new Set(routes().flatMap((route) => (route.public ? [route.functionName] : [])));
  const reserved = async (settings: object) => {
    const { all: resources } = await synthesize(settings);
    return Object.fromEntries(
      resources('AWS::Lambda::Function').flatMap(({ Properties }) => {
        const { FunctionName = '', ReservedConcurrentExecutions: count } = Properties;
        return count === undefined ? [] : [[String(FunctionName).replace('stillwater-prod-', ''), count]];
      }),
    );
  };

  it('separates public functions from those of the staff', () => {
    const mixed = routes().filter((route) => !route.public && publicFunctions.has(route.functionName));
    expect(mixed.map(({ endpoint }) => endpoint)).toEqual([]);
  });

  it('reserves no concurrency by default: a new account has a quota of ten', async () => {
    expect(await reserved({})).toEqual({});
  });

  it('reserves the concurrency that the stage sets', async () => {
    expect(await reserved(everything)).toEqual(
      Object.fromEntries([...publicFunctions].map((name) => [name, everything.publicConcurrency])),
    );
  });
});
