import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Open } from '../../http/access/token.guard.js';
import { merchantReasons } from '../../domain/reason.js';
import { resultCodes } from '../../domain/result-code.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { ErrorReferenceList } from './errors.dto.js';

const errors = merchantReasons.map((reason) => {
  const { httpStatus, code, message, retryable, advice } = resultCodes[reason];
  const docs = `/docs/errors#${reason}`;
  return { reason, httpStatus, code, message, retryable, advice, docs };
});

@ApiTags('Reference')
@Controller('api/v1/errors')
@Open()
export class ErrorsController {
  /** Lists every reason that a request can fail for, and what to do then. The page `/docs/errors` shows the same. */
  @Get()
  @Answers(ErrorReferenceList, [])
  listErrors(): Envelope<ErrorReferenceList> {
    return ok('Errors found', wholeList(errors));
  }
}
