// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Check, toStatementCheckInput } from '#domain/statements/checked-statement.ts';
import { TotalsPanel } from './totals-panel.tsx';

afterEach(cleanup);

const check = (tone: Check['tone'], n: number): Check => ({
  ...{ id: `${tone}-${n}`, tone, title: `Title ${tone} ${n}`, detail: `Detail ${tone} ${n}`, fixes: [] },
});
const draw = (checks: Check[], servicesFees = {}, settledNext?: number) =>
  render(
    <MantineProvider env="test">
      <TotalsPanel
        checks={checks}
        settledNext={settledNext}
        checked={toStatementCheckInput({ servicesFees })}
        passed={[]}
        paid={0}
        onFix={() => undefined}
      />
    </MantineProvider>,
  );
const folded = (): string[] =>
  [...document.querySelectorAll('details:not([open]) summary')].map((one) => one.textContent);

describe('TotalsPanel', () => {
  it('folds many checks to their titles, except blocking ones', () => {
    draw([check('stop', 1), check('stop', 2), check('warn', 1), check('warn', 2), check('info', 1)]);
    expect(folded()).toEqual([
      'To check: Title warn 1',
      'To check: Title warn 2',
      'For your information: Title info 1',
    ]);
  });

  it('asks nothing that was accepted by finalizing, and says what a changed tax needs', () => {
    const tax = {
      ...check('warn', 1),
      id: 'tax-differs',
      fixes: [{ label: 'Use $242.45', set: { section: 'servicesFees', values: {} } }],
    };
    draw([check('warn', 2), tax as Check], {}, 2);
    const [only, ...others] = screen.getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(only?.dataset.tone).toBe('info');
    expect(only?.textContent).toContain('Detail warn 1 To change it, edit the tax and finalize version 2.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows no problem before the first charge, and blocking ones after it', () => {
    draw([check('stop', 1)]);
    expect(screen.getByText('To do: Title stop 1').closest('li')?.dataset.tone).toBe('info');
    cleanup();
    draw([check('stop', 1)], { basic_services_fee: '2495.00' });
    expect(screen.getByText('To fix: Title stop 1').closest('li')?.dataset.tone).toBe('stop');
  });
});
