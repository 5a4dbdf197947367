import { describe, expect, it } from 'vitest';
import { statements } from '#domain/gates/authorization-rules.ts';
import { isCaseSource } from './case-sources.ts';
import { suggestSource } from './roles-and-fields.ts';
import {
  fitsService,
  mappingOf,
  missingStandardDocuments,
  standardDocumentForm,
  standardDocumentKinds,
  standardDocumentRequest,
  typeOfName,
} from './standard-document-templates.ts';

it.each([
  ['traditional', {}, false],
  ['graveside', {}, false],
  ['direct_burial', {}, false],
  ['memorial', { disposition_method: 'burial' }, false],
  ['memorial', { disposition_method: 'cremation' }, true],
  ['memorial', {}, true],
  ['direct_cremation', {}, true],
  ['', {}, true],
])('fits a cremation authorization to %s with %o: %s', (service_type, more, fits) => {
  expect(fitsService('cremation_authorization', { service_type, ...more })).toBe(fits);
});

describe.each(standardDocumentKinds)('standard document: %s', (kind) => {
  const form = standardDocumentForm(kind, '');

  it('maps its own name to its type and its field names to their sources', () => {
    expect(typeOfName(form.name)).toBe(kind);
    for (const { field, source } of form.lines)
      if (source && field.name !== 'Held At') expect([field.name, suggestSource(field)]).toEqual([field.name, source]);
  });

  it('gives a source, or the signer, for each field that a case could fill', () => {
    const mapping = mappingOf(form);
    const names = form.lines.map(({ field }) => field.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { field } of form.lines)
      expect(field.name in mapping).toBe(field.type === 'text' || field.type === 'date');
    for (const source of Object.values(mapping)) expect(source === '' || isCaseSource(source)).toBe(true);
  });

  it('requests a tag for each field', () => {
    const { html, external_id } = standardDocumentRequest('an-organization', kind);
    expect(external_id).toBe(`stillwater:an-organization:${kind}`);
    const tagged = [...html.matchAll(/<([a-z]+)-field name="([^"]+)" role="([^"]+)" required="(true|false)"/g)];
    expect(tagged.map(([, type, name]) => [type, name])).toEqual(
      form.lines.map(({ field }) => [field.type, field.name]),
    );
  });
});

it('builds an authorization from the rule of a state, or says that it has none', () => {
  const [texas, wyoming] = ['TX', 'WY'].map((state) => standardDocumentForm('cremation_authorization', state));
  expect(texas).toMatchObject({
    name: 'Cremation Authorization (Texas)',
    description: expect.stringMatching(/^By Texas Health and Safety Code 716\.051/),
    paragraphs: expect.arrayContaining([statements.right, statements.accuracy]),
  });
  expect(wyoming).toMatchObject({
    name: 'Cremation Authorization',
    description: expect.stringMatching(/^No rule of Wyoming is known here: this is a general list\./),
  });
  const { external_id, html } = standardDocumentRequest('an-organization', 'cremation_authorization', 'TX');
  expect([external_id, html.startsWith('<h1>Cremation Authorization (Texas)</h1>')]).toEqual([
    ...['stillwater:an-organization:cremation_authorization:TX', true],
  ]);
});

it('creates only the templates that are missing', () => {
  expect(missingStandardDocuments([])).toEqual([...standardDocumentKinds]);
  expect(missingStandardDocuments([{ template_type: 'statement' }, { template_type: 'other' }])).not.toContain(
    'statement',
  );
});
