import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { success } from '../../domain/result-code.js';
import { envelopeOf } from '../../http/open-api.js';
import { StatementView } from '../dto/statement.dto.js';
import { mediaTypes } from './statement-format.js';

/** Documents that the reply with "00" can be had as a file as well. Stands above `@Answers`, whose reply it replaces. */
export function AlsoAnswersFiles(): MethodDecorator {
  const schema = envelopeOf({ $ref: getSchemaPath(StatementView) }, true, [success.code]);
  return ApiResponse({
    status: 200,
    description: success.message,
    content: {
      [mediaTypes.json]: { schema },
      [mediaTypes.csv]: { schema: { type: 'string' } },
      [mediaTypes.pdf]: { schema: { type: 'string', format: 'binary' } },
    },
  });
}
