import { ensureBuilt } from './stack/build.ts';
import { buildSdk } from './stack/build-sdk.ts';
import { sentenceFor } from './stack/problem.ts';

try {
  const built = await ensureBuilt((line) => console.log(line));
  await buildSdk();
  console.log(built ? 'dist is built' : 'dist is up to date');
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
