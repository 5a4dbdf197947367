// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { faultsByField, fieldErrorMessages, showFieldErrors } from './field-errors.ts';

const refused = new ApiError(400, 'Bad request', { name: ['Too long', 'Not polite'], parts: { fee: ['Too long'] } });
const changed = new ApiError(409, 'Conflict', { name: ['Taken'] });

it("faultsByField groups a call's errors by field, optionally of one status", () => {
  expect(faultsByField(refused)).toEqual({ name: ['Too long', 'Not polite'], 'parts.fee': ['Too long'] });
  expect(faultsByField(changed)).toEqual({ name: ['Taken'] });
  expect(faultsByField(changed, 400)).toEqual({});
  expect(faultsByField(new Error('off'))).toEqual({});
});

it('fieldErrorMessages lists each message once', () => {
  expect(fieldErrorMessages(refused)).toEqual(['Too long', 'Not polite']);
  expect(fieldErrorMessages(changed)).toEqual([]);
});

it('showFieldErrors shows only field errors at fields', () => {
  const show = vi.fn();
  showFieldErrors(changed, show);
  showFieldErrors(new ApiError(400, 'Bad request', { detail: 'Not now' }), show);
  expect(show).not.toHaveBeenCalled();
  showFieldErrors(refused, show);
  expect(show).toHaveBeenCalledExactlyOnceWith(faultsByField(refused));
});
