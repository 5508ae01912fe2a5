import { IntersectionType } from '@nestjs/swagger';
import { KeyParameters } from '../../merchants/keys/keys.dto.js';
import { MerchantParameters } from './merchant-requests.dto.js';

export class MerchantKeyParameters extends IntersectionType(MerchantParameters, KeyParameters) {}
