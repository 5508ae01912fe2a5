import { applyDecorators } from '@nestjs/common';
import { Rule, TextField } from '../../http/fields.js';

/** The largest picture in a body of JSON; src/http/http-limits.ts has the limit of the body. */
const mostBytes = 256 * 1_024;
/** The longest text of such a picture in base64, which has four characters for three bytes. */
const longest = Math.ceil(mostBytes / 3) * 4;

/** A picture in base64, up to so many pixels wide and high. */
export function PictureField(mostSide: number): PropertyDecorator {
  return applyDecorators(
    TextField(
      { min: 16, max: longest, form: 'EXACT' },
      {
        description: `The picture in base64: PNG, JPEG or WebP, at most 256 kB, 16 to ${mostSide} pixels wide and high.`,
        format: 'byte',
        example:
          'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQMAAAAlPW0iAAAAA1BMVEULXTsVMRgGAAAADElEQVR42mNgIA0AAAAwAAEodEl9AAAAAElFTkSuQmCC',
      },
    ),
    Rule('isBase64', 'must be base64', isBase64),
  );
}

function isBase64(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}
