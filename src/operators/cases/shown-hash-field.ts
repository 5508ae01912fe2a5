import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';

/** The hash of the facts that a second operator was shown. */
const shownHashPattern = /^[0-9a-f]{32}$/;

/** The field in which a second operator sends the hash of the facts that were shown. */
export function ShownHashField(of: 'proposal' | 'journal'): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description: `\`shownHash\` of the ${of} that you have seen.`,
      type: 'string',
      pattern: shownHashPattern.source,
      example: '5e0b9f2c4d1a7e8830c6f1a2b3c4d5e6',
    }),
    IsString(),
    Matches(shownHashPattern, { message: `shownHash must be that of the ${of}` }),
  );
}
