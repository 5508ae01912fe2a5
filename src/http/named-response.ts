import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { success } from '../domain/result-code.js';

/** The envelope of a reply whose schema has a name of its own in the source document; `data` is the subclass's. */
export abstract class NamedEnvelope {
  @ApiProperty({ enum: [true] })
  isSuccessful!: true;

  @ApiProperty({ enum: [success.code] })
  code!: string;

  @ApiProperty({ example: success.message })
  message!: string;
}

/** Above `@Answers`: the reply with "00" has this schema. */
export function AnswersAs(response: Type<NamedEnvelope>): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(response),
    ApiResponse({
      status: 200,
      schema: { $ref: getSchemaPath(response) },
    }),
  );
}
