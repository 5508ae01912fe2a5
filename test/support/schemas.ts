import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { closedSchema, closedSchemas, type JsonSchema } from './closed-schema.js';
import { formats } from './formats.js';

/** Schemas that refer to one another; `closed`: no object may have a property that its schema does not name. */
export class Schemas {
  readonly #ajv = new Ajv2020({
    ...{ strict: false, allErrors: true, formats },
    // Most are used a few times: to make their code shorter takes longer than it saves.
    code: { optimize: false },
  });
  readonly #validators = new Map<string, ValidateFunction>();
  /** Most operations fail alike, and to compile takes long. */
  readonly #byText = new Map<string, ValidateFunction>();

  constructor(
    private readonly schemas: Readonly<Record<string, JsonSchema>>,
    private readonly closed: boolean,
  ) {
    this.#ajv.addSchema({
      $id: 'contract',
      components: { schemas: closed ? closedSchemas(schemas) : schemas },
    });
  }

  faultOf(name: string, schema: JsonSchema, body: unknown): string | undefined {
    let validate = this.#validators.get(name);
    if (validate === undefined) {
      const root = this.closed ? closedSchema(schema, this.schemas) : schema;
      const text = JSON.stringify(root).replaceAll('"#/components', '"contract#/components');
      validate = this.#byText.get(text) ?? this.#ajv.compile(JSON.parse(text) as JsonSchema);
      this.#byText.set(text, validate);
      this.#validators.set(name, validate);
    }
    if (validate(body)) return undefined;
    const violations = (validate.errors ?? [])
      .slice(0, 6)
      .map(({ instancePath, message, params }) => {
        return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
      });
    return violations.join('; ');
  }
}
