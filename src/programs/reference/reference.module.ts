import { Module } from '@nestjs/common';
import { ErrorsController } from './errors.controller.js';

/** The operations about the API's own answers. */
@Module({ controllers: [ErrorsController] })
export class ReferenceModule {}
