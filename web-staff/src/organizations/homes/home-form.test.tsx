// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { NotificationInput } from './home-form.tsx';

const field = fieldBuilders<never>().field(
  'multiselect',
  'notification_emails',
  'Who is told',
  z.array(z.string()),
  {},
);

it("warns that no one is notified, and offers the user's own address", () => {
  const onChange = vi.fn();
  renderPage(<NotificationInput field={field} value={[]} onChange={onChange} />);
  expect(screen.getByText(/No one gets an email when a family reports a death/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add my address' }));
  expect(onChange).toHaveBeenCalledWith(['someone@whitcomb-ames.example']);
});

it('shows no warning if there is a recipient', () => {
  renderPage(<NotificationInput field={field} value={['first-call@example.com']} onChange={() => {}} />);
  expect(screen.getByText('first-call@example.com')).toBeTruthy();
  expect(screen.queryByText(/No one gets an email/)).toBeNull();
});
