import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import { accountNamePattern, personNamePattern } from '../domain/reference.js';
import { plainName } from '../domain/texts.js';
import { textSchema, written } from './fields.js';

/** Names of people and of accounts, as people type them; a letter and its marks are one character. */

export function PersonNameField(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ description, ...textSchema({ max: 50 }), example } as ApiPropertyOptions),
    ...personNameRules,
  );
}

export function OptionalPersonNameField(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, ...textSchema({ max: 50 }), example } as ApiPropertyOptions),
    IsOptional(),
    ...personNameRules,
  );
}

export function OptionalAccountNameField(description: string, example: string): PropertyDecorator {
  const schema = textSchema({ min: 2, max: 100 });
  return applyDecorators(
    ApiPropertyOptional({ description, ...schema, example } as ApiPropertyOptions),
    IsOptional(),
    ...accountNameRules,
  );
}

const personNameRules = nameRules(personNamePattern, '1 to 50');
const accountNameRules = nameRules(accountNamePattern, '2 to 100');

function nameRules(pattern: RegExp, length: string): readonly PropertyDecorator[] {
  const signs = `letters, digits, spaces and ' " - . , & ( ) [ ] /`;
  return [
    written(plainName),
    IsString(),
    Matches(pattern, { message: `name must be ${length} ${signs}, with at least one letter` }),
  ];
}
