import { describe, expect, it } from 'vitest';
import { defaultPolicies, maxTolerance, policyChoices } from '../../../../src/domain/policies.js';
import { ApiError } from '../../../../src/http/api-error.js';
import { DtoPipe } from '../../../../src/http/dto.pipe.js';
import { policiesGiven, PolicyChanges } from '../../../../src/merchants/settings/policy-fields.js';

const pipe = new DtoPipe();
const read = (body: object): PolicyChanges =>
  pipe.transform(body, { type: 'body', metatype: PolicyChanges }) as PolicyChanges;

function refusalOf(body: object): ApiError {
  try {
    read(body);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('was not refused');
}

const choices = Object.entries(policyChoices).flatMap(([name, values]) =>
  values.map((value): [string, string] => [name, value]),
);

describe('policies in a request', () => {
  it.each(choices)('%s may be %s', (name, value) => {
    expect(policiesGiven(read({ [name]: value }))).toEqual({ [name]: value });
  });

  it.each([0, 1, maxTolerance])('tolerance may be %i kobo', (tolerance) => {
    expect(policiesGiven(read({ tolerance }))).toEqual({ tolerance });
  });

  it('may be left out, or null, one by one', () => {
    expect(policiesGiven(read({}))).toEqual({});
    const nothing = Object.fromEntries(Object.keys(defaultPolicies).map((name) => [name, null]));
    expect(policiesGiven(read(nothing))).toEqual({});
    expect(policiesGiven(null)).toEqual({});
  });

  it.each([
    ...Object.keys(policyChoices).flatMap((name) =>
      ['', 'refund', 'HOLD_ALL', 1, true, ['REFUND'], {}].map((value) => [name, value, 'oneOf']),
    ),
    ['tolerance', -1, 'min'],
    ['tolerance', maxTolerance + 1, 'max'],
    ['tolerance', 0.5, 'integer'],
    ['tolerance', '5', 'integer'],
    ['tolerence', 5, 'unknown'],
  ])('%s may not be %j', (name, value, rule) => {
    const { details } = refusalOf({ [name as string]: value });
    expect(details.errors).toMatchObject([{ field: name, rule }]);
  });
});
