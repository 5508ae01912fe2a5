import { formatNaira } from '../../src/domain/money.ts';
import { generators, openApiGenerator, optionNotes } from '../clients/generators.ts';
import { amountsMinor } from '../clients/receipt.ts';
import { page, table } from './page.ts';

const amounts = amountsMinor.map(formatNaira).join(' and ');

const intro = `For TypeScript there is an [SDK](../sdk/README.md). For other languages, generate a client from [openapi.json](../openapi.json).

These generators are known to work. For every change of \`openapi.json\`, each makes a client. The client compiles, and takes a
payment of ${amounts} in the sandbox: amounts that a small floating-point type would change.`;

const rest = `Give the options with \`--additional-properties\`, with commas between them. \`openapi-generator\` is
\`org.openapitools:${openApiGenerator.name}\` ${openApiGenerator.version} from Maven Central. Each program gets its settings from environment
variables; \`MANILLA_URL\` is the base address.`;

const pending = `If your bank opens account numbers itself, \`create-account\` and the two of virtual accounts may answer
[202 \`ACCOUNT_PENDING\`](using-the-api.md#3-create-the-account), which has a type of its own, without an account. Clients for TypeScript have both types, and the one for
Python returns an \`AccountPendingData\`. Those for Java, Kotlin and Go have the type of 200 alone: the call fails when it reads the reply, because \`virtualAccountId\` is missing.
Catch that, and send the same request again after five seconds.`;

const postman = `Postman needs no client: *Import*, then the file \`openapi.json\`. It makes a collection with a request for each operation, with examples.
Give the collection's variable \`baseUrl\` the address of Manilla, and choose the authorization *OAuth 2.0* with the grant type client
credentials: Postman then fetches tokens by itself ([settings](using-the-api.md#oauth2)).`;

const python = `The generator of Python has no \`enumUnknownDefaultCase\`. Generate the client again when the
[API changes](api-changes.md) name a new status.`;

/** docs/generated-clients.md: what `npm run check:clients` tries, for merchants. */
export function generatedClientsPage(): string {
  const clients = generators.map(({ name, language, generator, options, program }) => [
    language,
    `\`${generator}\``,
    options.map((option) => `\`${option}\``).join(', ') || 'none',
    `[${program}](../scripts/clients/${name}/${program})`,
  ]);
  const notes = Object.entries(optionNotes).map(([option, note]) => [`\`${option}\``, note]);
  return page(
    'Generate a client',
    'scripts/clients/generators.ts',
    intro,
    table(['language', 'generator', 'options', 'a program that takes a payment'], clients),
    rest,
    table(['option', 'without it'], notes),
    python,
    pending,
    postman,
  );
}
