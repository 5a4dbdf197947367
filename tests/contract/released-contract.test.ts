import { describe, expect, it } from 'vitest';
import {
  breaks,
  type Contract,
  contractOf,
  fromText,
  presentContract,
  releasedContract,
  type Shape,
  toText,
} from '../../scripts/checks/record-contract.ts';

const path = 'POST /api/things/';

const call = (request: Shape, answer: Shape, more = {}): Contract => ({
  [path]: { public: true, request, answers: { '200 application/json': answer }, ...more },
});
const text = { types: ['string'] };
const released = call(
  {
    body: { types: ['object'], required: true },
    'body.name': { types: ['string'], required: true, maxLength: 50 },
    'body.kind': { types: ['string'], values: ['a', 'b'] },
    'body.count': { types: ['integer', 'null'] },
  },
  { '': { types: ['object'] }, id: { types: ['string'], required: true }, note: text, 'list[].id': text },
);
const request = released[path]?.request ?? {};
const answer = released[path]?.answers['200 application/json'] ?? {};
const without = (shape: Shape, name: string): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([key]) => key !== name));

describe('R-18 pages of the last release', () => {
  it('find everything that they call, send and read in the contract of today', () => {
    // A change that breaks them is made in two releases: first beside the old form, then without it.
    expect([...breaks(releasedContract(), presentContract())]).toEqual([]);
  });

  it.each<[string, Contract, string[]]>([
    ['a call that is gone', {}, [`${path} is gone`]],
    ['a call that needs a session', call(request, answer, { public: false }), [`${path} needs a session now`]],
    [
      'a field that is not taken',
      call(without(request, 'body.count'), answer),
      [`${path}: request: body.count is not taken any more`],
    ],
    [
      'a new required field',
      call({ ...request, 'body.more': { ...text, required: true } }, answer),
      [`${path}: request: body.more is required and is new`],
    ],
    [
      'a field that became required',
      call({ ...request, 'body.kind': { types: ['string'], values: ['a', 'b'], required: true } }, answer),
      [`${path}: request: body.kind is required now`],
    ],
    [
      'a narrowed list',
      call({ ...request, 'body.kind': { types: ['string'], values: ['b', 'c'] } }, answer),
      [`${path}: request: body.kind does not take a any more`],
    ],
    [
      'a list where any text was taken',
      call({ ...request, 'body.name': { types: ['string'], required: true, maxLength: 50, values: ['x'] } }, answer),
      [`${path}: request: body.name takes a closed list now`],
    ],
    [
      'a type that is not taken',
      call({ ...request, 'body.count': { types: ['integer'] } }, answer),
      [`${path}: request: body.count does not take null any more`],
    ],
    [
      'a shorter text',
      call({ ...request, 'body.name': { types: ['string'], required: true, maxLength: 40 } }, answer),
      [`${path}: request: body.name takes 40 characters at most now`],
    ],
    [
      'a field that is not answered',
      call(request, without(answer, 'note')),
      [`${path}: answer: note is not there any more`],
    ],
    [
      'a field of an entry that is not answered',
      call(request, without(answer, 'list[].id')),
      [`${path}: answer: list[].id is not there any more`],
    ],
    ['a field that may be absent', call(request, { ...answer, id: text }), [`${path}: answer: id may be absent now`]],
    [
      'a field of another type',
      call(request, { ...answer, note: { types: ['null', 'string'] } }),
      [`${path}: answer: note may be null now`],
    ],
    [
      'another status',
      call(request, answer, { answers: { '201 application/json': answer } }),
      [`${path} does not answer 200 application/json any more`],
    ],
  ])('would miss %s', (_, now, found) => {
    expect([...breaks(released, now)]).toEqual(found);
  });

  it('miss nothing where calls, fields, choices and optional parts with needs of their own were added', () => {
    const now = call(
      {
        ...request,
        'body.kind': { types: ['string'], values: ['a', 'b', 'c'] },
        'body.name': { types: ['string'], maxLength: 60 },
        'body.more': { types: ['object'] },
        'body.more.name': { ...text, required: true },
      },
      { ...answer, more: text },
    );
    expect([...breaks(released, { ...now, 'GET /api/more/': { public: false, request: {}, answers: {} } })]).toEqual(
      [],
    );
  });
});

describe('the reduced form of a contract', () => {
  it('keeps every place of an OpenAPI document through references, alternatives and lists', () => {
    const entry = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const schema = {
      $defs: { entry },
      type: 'object',
      properties: {
        kind: { anyOf: [{ enum: ['a', 'b'], type: 'string' }, { type: 'null' }] },
        list: { type: 'array', items: { $ref: '#/$defs/entry' } },
      },
      required: ['list'],
    };
    const content = { 'application/json': { schema } };
    const paths = {
      '/api/things/{id}/': {
        patch: {
          security: [{}],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 9 } }],
          requestBody: { content },
          responses: { 200: { content }, 204: {}, 400: { content } },
        },
      },
    };
    const contract = contractOf({ paths });
    const places = { list: { types: ['array'], required: true }, 'list[]': { types: ['object'] } };
    const inner = { 'list[].id': { types: ['string'], required: true } };
    expect(contract).toEqual({
      'PATCH /api/things/{id}/': {
        public: false,
        request: {
          'path:id': { types: ['string'], required: true, maxLength: 9 },
          body: { types: ['object'], required: true },
          'body.kind': { types: ['null', 'string'], values: ['a', 'b'] },
          'body.list': places.list,
          'body.list[]': places['list[]'],
          'body.list[].id': inner['list[].id'],
        },
        answers: {
          '200 application/json': {
            '': { types: ['object'] },
            kind: { types: ['null', 'string'] },
            ...places,
            ...inner,
          },
          '204 none': { '': { types: ['any'] } },
        },
      },
    });
    expect(fromText(toText(contract))).toEqual(contract);
    expect(fromText(toText(presentContract()))).toEqual(presentContract());
  });
});
