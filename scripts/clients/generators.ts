import { delimiter } from 'node:path';
import { Problem } from '../stack/problem.ts';

/** The tools that a machine must have; `proof` succeeds where the tool is installed. */
export const tools = {
  java: {
    proof: 'javac -version',
    install: 'a JDK, 17 or newer (Debian: apt-get install openjdk-17-jdk-headless)',
  },
  maven: { proof: 'mvn --version', install: 'Maven 3.8 or newer (Debian: apt-get install maven)' },
  go: { proof: 'go version', install: 'Go 1.23 or newer (https://go.dev/dl)' },
  python: {
    proof: 'python3 -m ensurepip --help',
    install: 'Python 3.10 or newer with venv (Debian: apt-get install python3-venv)',
  },
} as const;

export type ToolName = keyof typeof tools;

/**
 * One generator of clients. The commands of a generator run in a folder of its own, which holds `pay`, a copy of the folder of this name
 * beside this file; the folder above holds the document and the jar. Words of a command are parted by spaces.
 */
export interface ClientGenerator {
  /** Names its folder, and the generator after `--only`. */
  readonly name: string;
  readonly generator: string;
  readonly language: string;
  /** The options of openapi-generator. */
  readonly options: readonly Option[];
  readonly needs: readonly ToolName[];
  /** Writes the folder `client`. */
  readonly generate: readonly string[];
  readonly compile: readonly string[];
  /** The source file of the client, which takes a payment of each amount and prints a line for each step. */
  readonly program: string;
  /** Runs it. */
  readonly pay: string;
}

export const openApiGenerator = { name: 'openapi-generator-cli', version: '7.24.0' } as const;

/** Options of openapi-generator, each with the fault that it prevents. */
export const optionNotes = {
  'disallowAdditionalPropertiesIfNotPresent=false':
    'The client fails when a reply has a field that was added after the client was made.',
  'enumUnknownDefaultCase=true':
    'The client fails when a reply has a status that was added after the client was made. With it, the client reads `unknown_default_open_api`.',
  'enumClassPrefix=true':
    'The client does not compile: Go wants another name for each value, and several types have the value `SUCCESSFUL`.',
  'serializationLibrary=jackson':
    'The client fails when a value that can be one of several names is `null`.',
} as const;

type Option = keyof typeof optionNotes;

const newFields: Option = 'disallowAdditionalPropertiesIfNotPresent=false';
const newValues: Option = 'enumUnknownDefaultCase=true';

/** `packageName`: the name that the program imports, where the generator asks for one. */
function fromJar(name: string, options: readonly Option[], packageName?: string) {
  const properties = [
    ...options,
    ...(packageName === undefined ? [] : [`packageName=${packageName}`]),
  ];
  const from = '-i ../openapi.json -o client --git-host shop.example --git-user-id manilla';
  return {
    generator: `openapi-generator ${name}`,
    options,
    generate: [
      `java -jar ../${openApiGenerator.name}.jar generate -g ${name} ${from} --git-repo-id client --additional-properties ${properties.join(',')}`,
    ],
  };
}

const copyLibraries =
  'dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=target/lib';
const classPath = (...parts: string[]): string => parts.join(delimiter);
const javaClasses = classPath('classes', 'client/target/classes', 'client/target/lib/*');
const kotlinClasses = classPath('pay/target/classes', 'pay/target/lib/*');

const tsc =
  'npx tsc --strict --target es2022 --module node16 --types node --rootDir . --outDir dist pay/pay.ts';
const install = 'npm install --no-audit --no-fund --save-exact';
const typeScript = 'typescript@5.9.3 @types/node@20.19.9';

/** The generators that `npm run check:clients` tries, in this order. */
export const generators: readonly ClientGenerator[] = [
  {
    ...{ name: 'java', language: 'Java', needs: ['java', 'maven'] },
    ...fromJar('java', [newFields, newValues]),
    compile: [
      `mvn -B -q -f client/pom.xml compile ${copyLibraries}`,
      `javac -d classes -cp ${javaClasses} pay/Pay.java`,
    ],
    program: 'Pay.java',
    pay: `java -cp ${javaClasses} Pay`,
  },
  {
    ...{ name: 'kotlin', language: 'Kotlin', needs: ['java', 'maven'] },
    ...fromJar('kotlin', [newValues, 'serializationLibrary=jackson']),
    compile: [`mvn -B -q -f pay/pom.xml compile ${copyLibraries}`],
    program: 'Pay.kt',
    pay: `java -cp ${kotlinClasses} PayKt`,
  },
  {
    ...{ name: 'go', language: 'Go', needs: ['java', 'maven', 'go'] },
    ...fromJar('go', [newFields, newValues, 'enumClassPrefix=true'], 'manilla'),
    compile: ['go -C pay mod tidy', 'go -C pay build -o pay .'],
    program: 'main.go',
    pay: 'pay/pay',
  },
  {
    ...{ name: 'python', language: 'Python', needs: ['java', 'maven', 'python'] },
    ...fromJar('python', [], 'manilla'),
    compile: [
      'python3 -m venv venv',
      'venv/bin/pip install -q ./client mypy==1.18.2',
      'venv/bin/mypy --config-file pay/mypy.ini pay/pay.py',
    ],
    program: 'pay.py',
    pay: 'venv/bin/python pay/pay.py',
  },
  {
    ...{ name: 'openapi-fetch', generator: 'openapi-typescript', language: 'TypeScript' },
    ...{ options: [], needs: [] },
    generate: [
      'npm init -y',
      `${install} openapi-typescript@7.13.0 openapi-fetch@0.17.0 ${typeScript}`,
      'npx openapi-typescript ../openapi.json -o client/schema.d.ts',
    ],
    compile: [tsc],
    program: 'pay.ts',
    pay: 'node dist/pay/pay.js',
  },
  {
    ...{ name: 'hey-api', generator: '@hey-api/openapi-ts', language: 'TypeScript' },
    ...{ options: [], needs: [] },
    generate: [
      'npm init -y',
      `${install} @hey-api/openapi-ts@0.99.0 ${typeScript}`,
      'npx openapi-ts -i ../openapi.json -o client -c @hey-api/client-fetch',
    ],
    compile: [tsc],
    program: 'pay.ts',
    pay: 'node dist/pay/pay.js',
  },
];

/** @param only names parted by commas; all generators without it */
export function chooseGenerators(only: string | undefined): readonly ClientGenerator[] {
  if (only === undefined) return generators;
  const wanted = only.split(',').map((name) => name.trim());
  const names = generators.map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length === 0) return generators.filter(({ name }) => wanted.includes(name));
  throw new Problem(
    `There is no generator "${unknown.join(', ')}"; there are ${names.join(', ')}.`,
  );
}
