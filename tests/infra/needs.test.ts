import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { grantsOf } from '#functions/kernel/grants.ts';
import { entryFile } from '#infra/bundling.ts';
import { type FunctionName, functions, type Grant } from '#infra/functions.ts';
import { routes } from '#infra/routes.ts';
import { handlersOf } from '#tests/support/apis.ts';

const serving = (Object.keys(functions) as FunctionName[]).filter((name) => 'endpoints' in functions[name]);

describe.each(serving)('S-34 the function %s', (name) => {
  it('is granted what the needs of its handlers imply, no more and no less', () => {
    const granted: readonly Grant[] = functions[name].grants;
    expect([...granted].sort()).toEqual(grantsOf(handlersOf(name)).sort());
  });

  it('is built of the routes of the areas that the privilege table names', () => {
    const row = functions[name];
    const entry = readFileSync(entryFile(row.entry), 'utf8');
    const built = [...entry.matchAll(/#functions\/([\w-]+)\/routes\.ts/g)].map(([, area]) => area);
    expect(built.sort()).toEqual('endpoints' in row ? [...row.endpoints].sort() : []);
  });
});

describe('areas', () => {
  it('belong to one function each, whole', () => {
    const functionsOf = new Map<string, Set<string>>();
    for (const { endpoint, functionName } of routes()) {
      const [area = ''] = endpoint.split('.');
      functionsOf.set(area, (functionsOf.get(area) ?? new Set()).add(functionName));
    }
    expect([...functionsOf].filter(([, names]) => names.size !== 1)).toEqual([]);
  });
});
