/** `npm run build`; with `--types-elsewhere` for who checks the types of the same code beside it. */
import { ensureBuilt } from './stack/build.ts';
import { buildSdk } from './stack/build-sdk.ts';
import { sentenceFor } from './stack/problem.ts';

try {
  const checksTypes = !process.argv.includes('--types-elsewhere');
  const built = await ensureBuilt((line) => console.log(line), { checksTypes });
  await buildSdk();
  console.log(built ? 'dist is built' : 'dist is up to date');
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
