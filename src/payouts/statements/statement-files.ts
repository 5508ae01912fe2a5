import { ApiExtension } from '@nestjs/swagger';
import { filesKey } from '../../http/open-api-model.js';
import { mediaTypes } from './statement-format.js';

/** Documents that the reply with "00" is also available as a file. */
export function AlsoAnswersFiles(): MethodDecorator {
  return ApiExtension(filesKey, {
    [mediaTypes.csv]: { type: 'string' },
    [mediaTypes.pdf]: { type: 'string', format: 'binary' },
  });
}
