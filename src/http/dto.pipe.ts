import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { holdsPan } from '../domain/luhn.js';
import { ApiError } from './api-error.js';
import { metadataFaults } from './metadata.js';
import { reasonOf, ruleOfConstraint, type FieldError, type FieldRule } from './field-error.js';
import { jsonFaultsOf } from './json-body.js';
import { isSecretField } from './secret-field.js';
import { bounded, tooManyValues } from './request-bounds.js';

/** Maximum number of errors in a reply. A longer list would make the reply larger than its request, and help nobody. */
const maxErrors = 20;

const rules: Readonly<Record<string, FieldRule>> = ruleOfConstraint;
const order = Object.keys(rules);

/**
 * Checks a body, a path parameter or a query string against its DTO class. Unknown fields are refused by name. Nothing is
 * converted, except the numbers of a query string (src/http/query-fields.ts) and texts (src/http/fields.ts). For each
 * field, the most basic rule that it breaks is reported.
 */
@Injectable()
export class DtoPipe implements PipeTransform {
  /** @throws ApiError with every broken field. */
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (metatype === undefined || metatype === String || type === 'custom') return value;
    if (value === undefined || value === null) {
      if (type === 'body' && maySendNoBody(metatype)) return new metatype();
      throw new ApiError('MALFORMED_JSON', { message: 'The request needs a JSON object as body.' });
    }
    const asSent = type === 'query' ? readQuery(value) : value;
    const given = bounded(metatype, asSent, ignoresUnknownFields(metatype));
    const misread = jsonFaultsOf(value).find(({ member }) => Object.hasOwn(given, member));
    if (misread !== undefined) throw refusal([misread.error]);
    const excess = tooManyValues(given);
    if (excess !== undefined) throw refusal([excess]);
    const dto = plainToInstance(metatype as ClassConstructor<object>, given);
    const broken = validateSync(dto, {
      whitelist: true,
      forbidNonWhitelisted: !ignoresUnknownFields(metatype),
      forbidUnknownValues: !hasNoFields(metatype),
      validationError: { target: false, value: true },
    });
    // Only bodies are searched for card numbers, except those of hooks: a hook reports money that has moved, so it is
    // taken whatever else its body holds.
    const mayHoldPans = type !== 'body' || ignoresUnknownFields(metatype);
    const pans = broken.length > 0 || mayHoldPans ? [] : pansIn(dto, '');
    if (broken.length === 0 && pans.length === 0) return dto;
    const faults = [...broken.flatMap((error) => fieldErrors(error, '')), ...pans.map(panError)];
    throw refusal(faults.slice(0, maxErrors));
  }
}

/** @throws ApiError for a query with names or signs that a JSON body may not have either. */
function readQuery(query: object): object {
  const errors = Object.entries(query).flatMap(([field, value]): FieldError[] => {
    if (field === '__proto__' || field === 'constructor' || field === 'prototype') {
      return [{ field, rule: 'unknown', message: `${field} is not a field of this request` }];
    }
    const isText = typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());
    return isText ? [] : [{ field, rule: 'text', message: `${field} must be text without NUL` }];
  });
  if (errors.length > 0) throw refusal(errors.slice(0, maxErrors));
  return { ...query };
}

function refusal(errors: readonly FieldError[]): ApiError {
  return new ApiError(reasonOf(errors), { message: summary(errors), errors });
}

/** Tells whether a request may come without a body. A DTO class says so with `static readonly body = 'optional'`. */
function maySendNoBody(dto: object): boolean {
  return (dto as { body?: unknown }).body === 'optional';
}

/** The fields of a body whose value or name holds a card's number, which must be stored nowhere. */
function pansIn(value: unknown, path: string): string[] {
  if (typeof value === 'string') return holdsPan(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (isSecretField(value, name)) return [];
    return holdsPan(name) ? [path] : pansIn(each, path === '' ? name : `${path}.${name}`);
  });
}

function panError(field: string): FieldError {
  return { field, rule: 'pan', message: `${field} must not hold a card number` };
}

/**
 * Tells whether a DTO class has no fields on purpose. The class says so with `static readonly fields = 'none'`: a class
 * without any rule is a mistake otherwise.
 */
function hasNoFields(dto: object): boolean {
  return (dto as { fields?: unknown }).fields === 'none';
}

/** Tells whether unknown fields are ignored. A DTO class says so with `static readonly unknownFields = 'ignore'`. */
function ignoresUnknownFields(dto: object): boolean {
  return (dto as { unknownFields?: unknown }).unknownFields === 'ignore';
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent === '' ? error.property : `${parent}.${error.property}`;
  const nested = (error.children ?? []).flatMap((child) => fieldErrors(child, field));
  const constraints = error.constraints ?? {};
  const name = order.find((rule) => rule in constraints) ?? Object.keys(constraints)[0];
  if (name === undefined) return nested;
  if (name !== 'whitelistValidation' && (error.value === undefined || error.value === null)) {
    return [{ field, rule: 'required', message: `${field} is required` }];
  }
  if (name === 'isMetadata') {
    return metadataFaults(error.value).map(({ key, rule, problem }) => {
      const at = key === null ? field : `${field}.${key}`;
      return { field: at, rule, message: `${at} ${problem}` };
    });
  }
  const rule = rules[name] ?? 'type';
  return [{ field, rule, message: sentence(field, rule, constraints[name] ?? '') }, ...nested];
}

/** class-validator begins its sentences with the property's last name; we give the path. */
function sentence(field: string, rule: FieldRule, message: string): string {
  if (rule === 'unknown') return `${field} is not a field of this request`;
  return `${field} ${message.replace(/^(each value in )?[^ ]+ /, '$1')}`;
}

function summary(errors: readonly FieldError[]): string {
  const [first] = errors;
  const more = errors.length - 1;
  return more === 0 ? `${first?.message}.` : `${first?.message}, and ${more} more.`;
}
