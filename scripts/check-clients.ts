/**
 * `npm run check:clients [-- --only go,python]`: makes clients from openapi.json with the generators of
 * scripts/clients/generators.ts, compiles each, and takes two payments from the running stack with it. The amounts are such
 * that a client which reads them into a small float gets others. Run it for every change of the document.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  chooseGenerators,
  openApiGenerator,
  type ClientGenerator,
  type ToolName,
} from './clients/generators.ts';
import { merchantOfClients } from './clients/merchant.ts';
import { amountsMinor } from './clients/receipt.ts';
import { execute, missingTools, showOutcomes, tryOut, type Outcome } from './clients/try-out.ts';
import { findRunningStack } from './running/running-stack.ts';
import { projectRoot } from './stack/layout.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

const documentFile = join(projectRoot, 'openapi.json');

try {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const chosen = chooseGenerators(values.only);
  const missing = await missingTools([...new Set(chosen.flatMap(({ needs }) => needs))]);
  const env = await merchantEnvironment();
  const place = mkdtempSync(join(tmpdir(), 'manilla-clients-'));
  copyFileSync(documentFile, join(place, 'openapi.json'));
  const outcomes: Outcome[] = [];
  for (const generator of chosen) {
    const outcome = await outcomeOf(generator, missing, place, env);
    outcomes.push(outcome);
    const { fault } = outcome;
    console.log(`${fault === undefined ? '✔' : '✖'} ${generator.name}${fault ? `: ${fault}` : ''}`);
  }
  showOutcomes(outcomes);
  const isGood = outcomes.every(({ fault }) => fault === undefined);
  if (isGood) rmSync(place, { recursive: true });
  else console.error(`\nNot every client took both payments. What was made is in ${place}.`);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

/** Returns the variables that the programs of scripts/clients read, except the reference. */
async function merchantEnvironment(): Promise<Record<string, string>> {
  const stack = await findRunningStack();
  const { baseUrl } = stack.sandbox;
  await requireSameDocument(baseUrl);
  const { clientId, clientSecret, prefix } = await merchantOfClients(stack);
  return {
    ...{ MANILLA_URL: baseUrl, MANILLA_PREFIX: prefix },
    ...{ MANILLA_CLIENT_ID: clientId, MANILLA_CLIENT_SECRET: clientSecret },
    MANILLA_AMOUNTS: amountsMinor.join(' '),
  };
}

async function outcomeOf(
  generator: ClientGenerator,
  missing: ReadonlyMap<ToolName, string>,
  place: string,
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const { name, needs } = generator;
  const lacks = needs.flatMap((tool) => missing.get(tool) ?? []);
  if (lacks.length > 0) {
    return { generator, isCompiled: false, paidMinor: [], fault: lacks.join('; '), seconds: 0 };
  }
  if (needs.includes('maven')) await fetchGenerator(place);
  const reference = { MANILLA_REFERENCE: `${name}-${Date.now().toString(36)}` };
  return tryOut(generator, place, { ...env, ...reference }, (step) =>
    console.log(`  ${name}: ${step}`),
  );
}

/** From the registry that this machine's Maven is set up for. */
async function fetchGenerator(place: string): Promise<void> {
  const { name, version } = openApiGenerator;
  if (existsSync(join(place, `${name}.jar`))) return;
  console.log(`  fetching ${name} ${version}`);
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  const what = `-Dartifact=org.openapitools:${name}:${version} -Dmdep.stripVersion=true`;
  await execute(`mvn -B -q ${copy} ${what} -DoutputDirectory=.`, place, {});
}

/** A stack of another version would be asked in a way that it does not know. */
async function requireSameDocument(baseUrl: string): Promise<void> {
  const served: unknown = await (await fetch(`${baseUrl}/openapi.json`)).json();
  const written: unknown = JSON.parse(readFileSync(documentFile, 'utf8'));
  if (JSON.stringify(served) === JSON.stringify(written)) return;
  throw new Problem(
    `The stack at ${baseUrl} serves another document than openapi.json; restart "npm start" and try again.`,
  );
}
