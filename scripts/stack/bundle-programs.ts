import { readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { projectRoot } from './layout.ts';

const dist = join(projectRoot, 'dist');
const programs = join(dist, 'src', 'programs');

/** Packages that read files beside their code, bring native code, start threads of their own, or are given paths of ours. */
const apart =
  /^(@temporalio|@opentelemetry|@napi-rs|@grpc|protobufjs|pino|reflect-metadata|pdfkit|swagger-ui-dist|node-pg-migrate|nodemailer|mailparser|dejavu-fonts-ttf)(\/|$)/;
/** What Nest, pg and class-transformer ask for and do without. */
const absent =
  /^(@nestjs\/(microservices|websockets|platform-express)|@fastify\/(multipart|static|view)|@apollo\/subgraph|pg-native|class-transformer\/storage)(\/|$)/;

/**
 * Puts the modules of each program into a few files, in place of the one that it is started by. Else a program loads
 * some 2,900 modules before it begins, which takes more of the processor than all the rest of its start.
 */
export async function bundlePrograms(): Promise<void> {
  const names = ['api', 'worker', 'desk', 'portal', 'simulator'];
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(programs, `${name}.js`)])),
    cwd: projectRoot,
    platform: 'node',
    external: (id) => apart.test(id) || absent.test(id) || builtinModules.includes(id),
    plugins: [compiledCode],
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    // All in one folder: a module of ours finds what stands beside it by the way from there.
    dir: programs,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: '[name]-[hash].js',
    // A program loads those packages only that it uses.
    codeSplitting: { groups: [{ name: packageOf, debugName: 'packages', test: /node_modules/ }] },
  });
  await bundle.close();
  // Stacks are shown in our sources; to read the map of a package for them would hold a program up for long.
  for (const { fileName } of output) {
    if (fileName.startsWith(packagePrefix) && fileName.endsWith('.map'))
      rmSync(join(programs, fileName));
  }
}

const packagePrefix = 'package-';

/** The name of the file into which the package of a module goes. */
function packageOf(module: string): string {
  const [, name = ''] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
  return packagePrefix + name.replaceAll(/[^a-z0-9]+/g, '-');
}

/** Modules of ours keep their maps, and their own places where they ask for them. */
const compiledCode: Plugin = {
  name: 'compiled-code',
  load(id) {
    if (!id.startsWith(dist) || !id.endsWith('.js')) return null;
    const way = relative(programs, id);
    const code = readFileSync(id, 'utf8')
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(way)}, import.meta.url).href`)
      .replaceAll(
        'import.meta.dirname',
        `(import.meta.dirname + ${JSON.stringify(`/${dirname(way)}`)})`,
      );
    return { code, map: readFileSync(`${id}.map`, 'utf8') };
  },
};
