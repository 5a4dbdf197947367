import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterEach, describe, expect, it } from 'vitest';
import { certificateFields } from '#domain/families/certificate-facts.ts';
import { familyPageMessages } from '#domain/families/family-page.schema.ts';
import { reviewMessages } from '#domain/families/family-review.schema.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { fillRequiredFields } from '#domain/intake/intake.rules.ts';
import { intakeFields, intakeSections } from '#domain/intake/intake.sections.ts';
import {
  fieldWording,
  firstWords,
  type IntakeSubject,
  phrase,
  sectionDescription,
  sectionTitle,
} from '#domain/intake/intake-wording.ts';
import { questionErrors, questionFields } from '#domain/managed-forms/form-questions.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { formValue } from '#domain/shared/forms/canonical.ts';
import { type FormField, requiredMessageOf } from '#domain/shared/forms/field.ts';
import { cemeteries } from '#domain/shared/reference-data/cemeteries.ts';
import { invalidZip } from '#domain/shared/values/address.ts';
import { lifeDateErrors } from '#domain/shared/values/calendar-date.ts';
import { writtenTexts } from '../form/form-store.ts';
import { setLanguage, t, translateMessage } from '../language.ts';
import spanish from './es.json' with { type: 'json' };

const sentences: Readonly<Record<string, string>> = spanish.sentences;
const source = join(import.meta.dirname, '..');

/** Keys, selectors, addresses and styles, which are no text. */
const isCode =
  /^(?:English|Español|Escape|Enter|Backspace|en-US|UTC|USA|T12:00:00Z)$|^[a-z]+(?:\.[a-z]+)+|[[\]|]|^[./#,]|^(?:input|button|icon|field|choice|note)\b.*$|^ field-|^\(pointer|^lang=|County|prefers/;
const codeAttributes =
  /^(?:className|id|name|type|role|href|viewBox|d|fill|stroke|autoComplete|inputMode|enterKeyHint|autoCapitalize)$/;
const devices = ['computer', 'phone', 'device'];

/** Returns every visible text of a file: JSX text and strings that are no code. */
const textsIn = (path: string): { readable: string[]; bare: string[] } => {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const readable: string[] = [];
  const bare: string[] = [];
  const visit = (node: ts.Node, isTranslated = false): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isExportDeclaration(node)) return;
    if (ts.isNewExpression(node) && /^(?:Error|RegExp|URL|Intl)/.test(node.expression.getText())) return;
    if (ts.isJsxAttribute(node) && codeAttributes.test(node.name.getText())) return;
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text)) bare.push(node.text.trim());
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const isSentence = /^[^a-z]*[A-Z][a-z]|[a-z] [a-z]/.test(node.text) && !isCode.test(node.text);
      if (isTranslated || isSentence) readable.push(node.text);
    }
    if (ts.isTemplateExpression(node) && /device/.test(node.getText())) {
      const { head, templateSpans } = node;
      for (const device of devices)
        readable.push(head.text + templateSpans.map(({ literal }) => device + literal.text).join(''));
      return;
    }
    // A condition that selects a sentence is none itself.
    const isCall = ts.isCallExpression(node) && /^(?:t|translateMessage)$/.test(node.expression.getText());
    ts.forEachChild(node, (child) => {
      const decides = ts.isConditionalExpression(node) && child === node.condition;
      const isIndex = ts.isElementAccessExpression(node) || ts.isCallExpression(node);
      visit(child, !decides && (isCall || (isTranslated && !isIndex)));
    });
  };
  visit(file);
  return { readable: readable.filter((text) => /\p{L}{2}/u.test(text)), bare };
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/test|prerender|bot-check|calls|draft|language/.test(name),
);
const read = files.map((name) => ({ name, ...textsIn(join(source, name)) }));

const everyone: readonly IntakeSubject[] = ['person', 'child', 'baby', 'pre_need', 'obituary'];
const words = (field: FormField): string[] =>
  [field.label, field.help, field.group, ...(field.options ?? []).map(({ label }) => label)].filter(
    (text) => text !== undefined,
  );
/** All words of the form's data, also those for the parents of a child. */
const formWords = (): string[] => [
  ...everyone.flatMap((about) =>
    intakeSections.flatMap((section) => [
      sectionTitle(section, about),
      sectionDescription(section, about) ?? '',
      ...(section.shortcuts ?? []).map(({ label }) => phrase(label, about)),
      ...section.fields.flatMap((field) => {
        const own = fieldWording(field.name, about);
        const { label = '', help = '', options = [] } = own;
        return [label, help, ...options.map((option) => option.label), field.group ? phrase(field.group, about) : ''];
      }),
    ]),
  ),
  ...intakeFields.flatMap(({ field }) => (field.name === 'cemetery_choice' ? [field.label] : words(field))),
  ...cemeteries.filter(({ address }) => !address).map(({ name }) => name),
  ...cemeteries.flatMap(({ note }) => note ?? []),
  ...writtenTexts,
];

const wrong = [
  '',
  ' ',
  'x',
  '###',
  'x'.repeat(3000),
  '12',
  '+99',
  '1',
  '2025-02-31',
  '1840-01-01',
  '99:99',
  7,
  true,
  ['?'],
  [],
];
const messagesOf = (field: FormField): string[] => [
  requiredMessageOf(field),
  ...wrong.flatMap((value) => {
    const { error } = field.schema.safeParse(typeof value === 'string' ? formValue(field, value) : value);
    return error?.issues.map(({ message }) => message) ?? [];
  }),
];

const asked = questionFields({
  certificate_copies: 10,
  questions: [
    ...(['text', 'yes_no', 'date'] as const).map((kind) => ({
      kind,
      id: kind,
      label: 'Lodge',
      help: '',
      required: true,
      options: [],
    })),
    { kind: 'choice', id: 'choice', label: 'Lodge', help: '', required: true, options: ['Elks', 'Moose'] },
  ],
});

afterEach(() => setLanguage('en'));

/** Returns the messages without a translation. */
const withoutTranslation = (messages: Iterable<string>): string[] => {
  setLanguage('es', spanish);
  return [...new Set(messages)].filter((message) => !(message in sentences) && translateMessage(message) === message);
};

describe('the Spanish words', () => {
  it('finds the texts of a known file', () => {
    expect(files.length).toBeGreaterThan(25);
    expect(read.flatMap(({ readable }) => readable)).toEqual(
      expect.arrayContaining(['Report a Death', 'Delete my answers from this phone', 'Almost done: 1 answer left']),
    );
  });

  it.each(read)('finds no untranslated text in $name', ({ readable, bare }) => {
    expect(bare).toEqual([]);
    expect([...new Set(readable)].filter((text) => !(text in sentences))).toEqual([]);
  });

  it('translates every label, help, choice, title and notice, also for a child', () => {
    const all = [...Object.values(firstWords), fillRequiredFields, ...formWords(), ...asked.flatMap(words)];
    const ours = all.filter((text) => text && !['Lodge', 'Elks', 'Moose'].includes(text) && !/^\d+$/.test(text));
    expect(withoutTranslation(ours)).toEqual([]);
  });

  it('translates every message of the form’s rules', () => {
    const messages = intakeFields.flatMap(({ field }) => messagesOf(field));
    const ofQuestions = Object.values(
      questionErrors(asked, { date: '2025-02-31', text: 'x'.repeat(600), choice: 'x' }),
    ).flat();
    const dates = [...lifeDateErrors({ date_of_birth: '2999-01-01', date_of_death: '2998-01-01' }, '2025-01-01')];
    const all = [
      ...messages,
      ...ofQuestions,
      ...questionFieldsRequired(),
      ...dates.map(([, message]) => message),
      invalidZip,
    ];
    expect(new Set(all).size).toBeGreaterThan(60);
    expect(withoutTranslation(all)).toEqual([]);
  });

  it('translates every line of the certificate, and every error a family may see', () => {
    const married = { marital_status: 'married', ethnicity: 'hispanic_latino' };
    const facts = certificateFields({ deceased: { state_of_death: 'CA' }, demographics: married });
    expect(facts.length).toBe(45);
    expect(
      withoutTranslation(facts.flatMap(({ label, options }) => [label, ...options.map((option) => option.label)])),
    ).toEqual([]);
    const kinds = ['invalid', 'notFound', 'conflict', 'gone', 'tooLarge', 'tooManyRequests', 'unavailable'] as const;
    const general = kinds.map((kind) => String(new AppError(kind).body.detail));
    const texts = [
      reviewMessages.badChoice,
      reviewMessages.badDate,
      reviewMessages.badTime,
      reviewMessages.confirmedAlready,
    ];
    expect(withoutTranslation([...general, ...texts, familyPageMessages.noNumbers, 'At most 300 characters'])).toEqual(
      [],
    );
    expect(Object.values(intakeEndpoints).filter(({ permission }) => permission !== 'public')).toEqual([]);
  });

  it('keeps the placeholders of a sentence', () => {
    const holes = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort();
    // A sentence may have fewer, such as a verb form without a name.
    for (const [english, translation] of [...Object.entries(sentences), ...Object.entries(spanish.patterns)])
      expect(holes(english), english).toEqual(expect.arrayContaining(holes(translation)));
  });

  it('names the field in a message, and keeps a home’s own words', () => {
    setLanguage('es', spanish);
    expect(translateMessage('Last name is required')).toBe('Falta este dato: Apellidos');
    expect(translateMessage('City must be 100 characters or less')).toBe('Ciudad: escriba 100 caracteres como máximo');
    expect(translateMessage('Please select a valid cemetery')).toBe('Elija una de las opciones: Cementerio');
    expect(translateMessage('Which lodge? is required')).toBe('Falta este dato: Which lodge?');
    expect(t('Which lodge?')).toBe('Which lodge?');
    expect(t('Section {0} of {1}', 2, 9)).toBe('Sección 2 de 9');
    setLanguage('en');
    expect(translateMessage('Last name is required')).toBe('Last name is required');
  });
});

function questionFieldsRequired(): string[] {
  return Object.values(questionErrors(asked, {})).flat();
}
