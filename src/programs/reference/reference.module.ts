import { Module } from '@nestjs/common';
import { ErrorsController } from './errors.controller.js';

/** What the API says of its own answers. */
@Module({ controllers: [ErrorsController] })
export class ReferenceModule {}
