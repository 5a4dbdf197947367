// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FieldText } from './field-list.tsx';
import { HomeZone } from './home-zone.ts';

afterEach(cleanup);

const field = { name: 'it', label: 'It', kind: 'datetime' } as const;
const textAt = (zone: string): string =>
  (
    render(
      <MantineProvider env="test">
        <HomeZone value={zone}>
          <FieldText field={field} value="2026-11-20T12:00:00.000Z" />
        </HomeZone>
      </MantineProvider>,
    ).container.textContent ?? ''
  ).replace(/\s/gu, ' ');

it("FieldList shows an instant in the location's time zone", () => {
  expect(textAt('Pacific/Honolulu')).toContain('2:00 AM');
  expect(textAt('Asia/Kolkata')).toContain('5:30 PM');
});
